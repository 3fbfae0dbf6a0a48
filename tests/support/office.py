"""Small Word and OpenDocument files, as office programs write them."""

from __future__ import annotations

import io
import zipfile

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

_WORD_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_WORD_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
_ODT_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    'manifest:version="1.3">'
    '<manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.text"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)


def packed(**files: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def word(body: str) -> bytes:
    """A Word document with this XML in its body."""
    document = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<w:document xmlns:w="{W}" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14">'
        f"<w:body>{body}</w:body></w:document>"
    )
    return packed(
        **{
            "[Content_Types].xml": _WORD_TYPES,
            "_rels/.rels": _WORD_RELATIONS,
            "word/document.xml": document,
        }
    )


def runs(*texts: str) -> str:
    """A paragraph of runs; a text that begins with `*` is bold."""
    made = ""
    for text in texts:
        style = "<w:rPr><w:b/></w:rPr>" if text.startswith("*") else ""
        made += f'<w:r>{style}<w:t xml:space="preserve">{text.removeprefix("*")}</w:t></w:r>'
    return f"<w:p>{made}</w:p>"


def opendocument(body: str) -> bytes:
    """An OpenDocument text with this XML in its body."""
    content = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3">'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    return packed(
        **{
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": _ODT_MANIFEST,
            "content.xml": content,
        }
    )
