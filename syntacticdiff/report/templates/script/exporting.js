// What leaves the page: corrected text, JSON and M2, with what was accepted and rejected.

// The marks that change the text: shown, and not rejected.
function kept(index, place) {
  return shownMarks(index, place).filter((mark) => decision(index, place, mark) !== REJECTED);
}

function correctedText(index) {
  const row = data.documents[index];
  let made = "", done = 0;
  row[PARTS].forEach((sentence, place) => {
    for (const at of kept(index, place)) {
      const mark = sentence[at];
      made += row[TEXT].slice(done, sentence[OFFSET] + mark[START]) + mark[NEW];
      done = sentence[OFFSET] + mark[END];
    }
  });
  return made + row[TEXT].slice(done);
}

const codePoints = (text) => [...text].length;

function asJson(index) {
  const row = data.documents[index], marks = [];
  row[PARTS].forEach((sentence, place) => {
    const all = new Set(shownMarks(index, place));
    for (let at = FIRST; at < sentence.length; at++) if (decision(index, place, at)) all.add(at);
    for (const at of [...all].sort((a, b) => sentence[a][START] - sentence[b][START])) {
      const mark = sentence[at], start = sentence[OFFSET] + mark[START], end = sentence[OFFSET] + mark[END];
      marks.push({
        edit: data.edits[mark[EDIT]][EDIT_NAME], name: data.edits[mark[EDIT]][READABLE],
        type: data.types[mark[TYPE]], kind: data.kinds[kindOf(mark)],
        start: codePoints(row[TEXT].slice(0, start)), end: codePoints(row[TEXT].slice(0, end)),
        original: row[TEXT].slice(start, end), replacement: mark[NEW],
        probability: mark[CHANCE], decision: decision(index, place, at) || null,
        reason: unmarked(data.reasons[mark[REASON]]),
      });
    }
  });
  return { document: row[NAME], label: row[LABEL], date: row[DATE], least_probability: filter.least,
    text: row[TEXT], corrected: correctedText(index), marks };
}

// The tokens of a sentence: separated by white space, or at one of its cuts.
function tokens(row, sentence) {
  const text = row[TEXT].slice(sentence[OFFSET], sentence[OFFSET] + sentence[LENGTH]);
  let parts = [], done = 0;
  for (const cut of sentence[CUTS]) { parts.push(text.slice(done, cut)); done = cut; }
  parts.push(text.slice(done));
  return parts.flatMap((part) => part.split(/\s+/)).filter(Boolean);
}

function asM2(index) {
  const row = data.documents[index];
  return row[PARTS].map((sentence, place) => {
    const lines = kept(index, place).map((at) => {
      const mark = sentence[at], operation = data.edits[mark[EDIT]][OPERATION];
      const spread = operation === "insert" ? mark[END] > mark[START] : operation === "remove" && mark[NEW].trim() !== "";
      const start = mark[POSITION], end = start + (operation !== "insert") + spread;
      const note = decision(index, place, at) === ACCEPTED ? ACCEPTED : mark[CHANCE] === null ? "-NONE-" : `p=${mark[CHANCE].toFixed(2)}`;
      return `A ${start} ${end}|||${data.types[mark[TYPE]] || "UNK"}|||${mark[NEW].trim()}|||REQUIRED|||${note}|||0`;
    });
    if (!lines.length) lines.push("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0");
    return [`S ${tokens(row, sentence).join(" ")}`, ...lines].join("\n") + "\n";
  }).join("\n") + "\n";
}

const FORMATS = {
  text: { title: "Corrected text", suffix: ".txt", type: "text/plain",
    made: (indices) => indices.length === 1 ? correctedText(indices[0])
      : indices.map((index) => `=== ${data.documents[index][NAME]} ===\n\n${correctedText(index).trim()}\n`).join("\n") },
  json: { title: "JSON", suffix: ".json", type: "application/json",
    made: (indices) => JSON.stringify(indices.map(asJson), null, 1) + "\n" },
  m2: { title: "M2", suffix: ".m2", type: "text/plain", made: (indices) => indices.map(asM2).join("") },
};

function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type: type + ";charset=utf-8" }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function saveButtons(name, indices) {
  const safe = shortName(name).replace(/[\x00-\x1f/\\:*?"<>|]+/g, "-") || "text";
  const box = element("p", { className: "actions save" }, element("span", { className: "aside" }, "Save: "));
  for (const [format, { title, suffix, type, made }] of Object.entries(FORMATS)) {
    const button = element("button", { type: "button", className: "small" }, title);
    button.dataset.format = format;
    button.addEventListener("click", () => save(safe + suffix, made(indices()), type));
    box.append(button);
  }
  return box;
}
