// Pages, the essays and the concordance. Text from the data is only ever set as text.
(() => {
  "use strict";
  const by = (id) => document.getElementById(id);
  const source = by("data");
  const data = source ? JSON.parse(source.textContent) : { edits: [], documents: [] };
  const AT_ONCE = 50, MOST_EDITS = 200, CONTEXT = 90;

  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  const number = (value) => value.toLocaleString("en");
  const counted = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
  const editLink = (name) => "#concordance/" + encodeURIComponent(name);

  // Sentences: [bits, piece, ...]; a piece is text, or [edit, saved, gain, text or spaces],
  // with a probability at the end if there is one.

  const isEdit = (piece) => Array.isArray(piece);
  const kept = (piece) => isEdit(piece) ? (typeof piece[3] === "string" ? piece[3] : "") : piece;
  const plain = (pieces) => pieces.map(kept).join("");

  function marked(piece) {
    const [edit, saved, gain, text, probability] = piece;
    const known = probability !== undefined;
    const share = known ? probability : Math.min(Math.max(saved, 0), 12) / 12;
    const [name, , target] = data.edits[edit];
    const link = element("a", {
      className: "edit", href: editLink(name),
      title: known
        ? `${name}: probability ${probability.toFixed(2)}, saves ${gain.toFixed(2)} bits per token`
        : `${name}: saves ${saved.toFixed(1)} bits, ${gain.toFixed(2)} per token`,
    });
    link.style.setProperty("--a", (0.08 + 0.36 * share).toFixed(2));
    if (typeof text === "string") link.append(element("del", {}, text));
    if (target) link.append(element("ins", {}, target));
    link.append(element("sub", { "aria-hidden": "true" }, known ? probability.toFixed(2) : saved.toFixed(1)));
    return link;
  }

  function appendPieces(parent, pieces) {
    for (const piece of pieces) {
      if (!isEdit(piece)) { parent.append(piece); continue; }
      const spaces = typeof piece[3] === "number" ? piece[3] : 0;
      parent.append(spaces & 1 ? " " : "", marked(piece), spaces & 2 ? " " : "");
    }
  }

  function sentenceElement(sentence) {
    const made = element("span", { className: "sentence", dir: "auto" });
    appendPieces(made, sentence.slice(1));
    return made;
  }

  // Essays

  const NAME = 0, LABEL = 1, SENTENCES = 2, WORDS = 3, EDITS = 4, BITS = 5, TEXT = 6;
  const hasLabels = data.documents.some((row) => row[LABEL] !== null);
  const perHundred = (row) => 100 * row[EDITS] / Math.max(row[WORDS], 1);
  const columns = [
    { title: "text", value: (row) => row[NAME] },
    ...(hasLabels ? [{ title: "class", value: (row) => row[LABEL] ?? "", kind: "label" }] : []),
    { title: "sentences", value: (row) => row[SENTENCES], kind: "rare" },
    { title: "words", value: (row) => row[WORDS], kind: hasLabels ? "rare" : "" },
    { title: "edits", value: (row) => row[EDITS] },
    { title: "per 100 words", value: perHundred, shown: (value) => value.toFixed(1) },
    { title: "bits per token", value: (row) => row[BITS], shown: (value) => value.toFixed(2), kind: "rare" },
  ];
  const searched = [];  // each document's name and text, lower-cased when it is first needed
  let order = { column: -1, down: false }, found = [], essaysShown = 0;

  function searchable(index) {
    const row = data.documents[index];
    searched[index] ??= (row[NAME] + "\n" + row[TEXT].map((s) => plain(s.slice(1))).join("\n")).toLowerCase();
    return searched[index];
  }

  function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
  }

  function findEssays(first = -1) {
    const wanted = by("essay-search").value.trim().toLowerCase();
    const label = by("essay-class").value;
    found = [...data.documents.keys()].filter((index) =>
      (!label || data.documents[index][LABEL] === label) && (!wanted || searchable(index).includes(wanted)));
    if (order.column >= 0) {
      const { value } = columns[order.column], sign = order.down ? -1 : 1;
      found.sort((a, b) => sign * compare(value(data.documents[a]), value(data.documents[b])) || a - b);
    }
    if (first >= 0) found = [first, ...found.filter((index) => index !== first)];
    by("essay-count").textContent = found.length === data.documents.length
      ? counted(found.length, "text") : `${number(found.length)} of ${counted(data.documents.length, "text")}`;
    by("essay-table").tBodies[0].replaceChildren();
    essaysShown = 0;
    showEssays();
  }

  function showEssays() {
    const next = found.slice(essaysShown, essaysShown + AT_ONCE);
    by("essay-table").tBodies[0].append(...next.map(essayRow));
    essaysShown += next.length;
    by("essay-more").hidden = essaysShown >= found.length;
  }

  function essayRow(index) {
    const row = data.documents[index];
    const button = element("button", { type: "button", "aria-expanded": "false" }, element("bdi", {}, row[NAME]));
    const line = element("tr", {}, element("th", { scope: "row" }, button));
    for (const { value, shown, kind } of columns.slice(1)) {
      const cell = value(row);
      const text = shown ? shown(cell) : typeof cell === "number" ? number(cell) : cell;
      line.append(element("td", { className: kind ?? "" }, text));
    }
    line.dataset.index = index;
    button.addEventListener("click", () => toggle(line));
    return line;
  }

  function toggle(line) {
    const button = line.querySelector("button"), open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) line.nextElementSibling.remove();
    else line.after(element("tr", { className: "text" },
      element("td", { colSpan: columns.length }, essayText(data.documents[line.dataset.index]))));
  }

  function essayText(row) {
    const list = element("ol");
    for (const sentence of row[TEXT]) {
      list.append(element("li", {}, sentenceElement(sentence), " ",
        element("span", { className: "sentence-bits", title: "bits per token" }, sentence[0].toFixed(1) + " bits")));
    }
    const left = row[SENTENCES] - row[TEXT].length;
    const box = element("div", {}, list);
    if (left) box.append(element("p", { className: "note" }, `${counted(left, "more sentence")} counted but not shown.`));
    return box;
  }

  function sortBy(column) {
    order = { column, down: order.column === column ? !order.down : column !== 0 };
    [...by("essay-table").tHead.rows[0].cells].forEach((cell, place) => {
      if (place === column) cell.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
      cell.querySelector(".arrow").textContent = place === column ? (order.down ? " ▼" : " ▲") : "";
    });
    findEssays();
  }

  function openEssay(name) {
    const index = data.documents.findIndex((row) => row[NAME] === name);
    by("essay-search").value = name;
    by("essay-class").value = "";
    findEssays(index);  // first of all whose text has the name in it, or it might not be shown
    if (index < 0) {
      by("essay-count").textContent = "This text is counted but not shown.";
      return;
    }
    toggle(by("essay-table").tBodies[0].rows[0]);
  }

  function startEssays() {
    const head = by("essay-table").tHead.rows[0];
    columns.forEach(({ title, kind }, place) => {
      const button = element("button", { type: "button" }, title,
        element("span", { className: "arrow", "aria-hidden": "true" }));
      button.addEventListener("click", () => sortBy(place));
      head.append(element("th", { scope: "col", className: kind ?? "" }, button));
    });
    if (hasLabels) {
      const labels = [...new Set(data.documents.map((row) => row[LABEL]).filter((label) => label !== null))];
      by("essay-class").append(...labels.sort().map((label) => element("option", { value: label }, label)));
      by("essay-class-choice").hidden = false;
    }
    by("essay-search").addEventListener("input", () => findEssays());
    by("essay-class").addEventListener("change", () => findEssays());
    by("essay-more").addEventListener("click", showEssays);
    by("essay-bits").addEventListener("change", (event) =>
      document.body.classList.toggle("with-bits", event.target.checked));
    by("essay-controls").addEventListener("submit", (event) => event.preventDefault());
    findEssays();
  }

  // Concordance

  let places = null;  // for each edit, [document, sentence, piece] of every occurrence
  let ranked = [], chosen = -1, lines = [], linesShown = 0;

  function collect() {
    if (places) return;
    places = data.edits.map(() => []);
    data.documents.forEach((row, document) => row[TEXT].forEach((sentence, place) => {
      for (let piece = 1; piece < sentence.length; piece++) {
        if (isEdit(sentence[piece])) places[sentence[piece][0]].push([document, place, piece]);
      }
    }));
    ranked = [...data.edits.keys()].sort((a, b) =>
      places[b].length - places[a].length || compare(data.edits[a][0], data.edits[b][0]));
  }

  function listEdits() {
    const wanted = by("edit-search").value.trim().toLowerCase();
    const matching = ranked.filter((edit) => data.edits[edit][0].toLowerCase().includes(wanted));
    const most = matching.slice(0, MOST_EDITS);
    by("edit-count").textContent = matching.length > most.length
      ? `the first ${most.length} of ${counted(matching.length, "edit")}` : counted(matching.length, "edit");
    by("edit-list").replaceChildren(...most.map((edit) => {
      const link = element("a", { href: editLink(data.edits[edit][0]) },
        element("span", { className: "name" }, data.edits[edit][0]), element("span", {}, number(places[edit].length)));
      if (edit === chosen) link.setAttribute("aria-current", "true");
      return element("li", {}, link);
    }));
  }

  function choose(name) {
    collect();
    const edit = name ? data.edits.findIndex((item) => item[0] === name) : ranked[0] ?? -1;
    chosen = edit;
    const list = by("edit-list"), focused = list.contains(document.activeElement), top = list.scrollTop;
    listEdits();
    list.scrollTop = top;
    const current = list.querySelector("[aria-current]");
    if (focused) current?.focus({ preventScroll: true });  // the list is new, and so is the link
    const title = by("edit-chosen");
    if (edit < 0) {
      title.textContent = name ? `${name}: in none of the texts that are shown` : "There are no edits.";
    } else {
      title.replaceChildren(element("span", { className: "name" }, data.edits[edit][0]),
        `: ${counted(places[edit].length, "time")} in ${counted(new Set(places[edit].map((p) => p[0])).size, "text")}`);
    }
    sortLines();
  }

  function line([document, place, at]) {
    const sentence = data.documents[document][TEXT][place];
    return {
      document, sentence, at, saved: sentence[at][1],
      left: plain(sentence.slice(1, at)), right: plain(sentence.slice(at + 1)),
    };
  }

  const lastWords = (text) => text.trim().toLowerCase().split(/\s+/).reverse().join(" ");
  const orders = {
    text: () => 0,
    left: (a, b) => compare(lastWords(a.left), lastWords(b.left)),
    right: (a, b) => compare(a.right.trim().toLowerCase(), b.right.trim().toLowerCase()),
    saved: (a, b) => b.saved - a.saved,
  };

  function sortLines() {
    lines = chosen < 0 ? [] : places[chosen].map(line);
    lines.sort(orders[by("line-order").value]);
    by("line-table").tBodies[0].replaceChildren();
    linesShown = 0;
    showLines();
  }

  // Cut between characters, not inside of one.
  const cutLeft = (text) => text.length <= CONTEXT ? text : "…" + [...text.slice(-CONTEXT - 1)].slice(1).join("");
  const cutRight = (text) => text.length <= CONTEXT ? text : [...text.slice(0, CONTEXT + 1)].slice(0, -1).join("") + "…";

  function showLines() {
    const next = lines.slice(linesShown, linesShown + AT_ONCE);
    by("line-table").tBodies[0].append(...next.map((item) => {
      const name = data.documents[item.document][NAME];
      return element("tr", { title: plain(item.sentence.slice(1)) },
        element("td", { className: "left" }, element("div", {}, element("bdi", {}, cutLeft(item.left))), " "),
        element("td", { className: "key" }, marked(item.sentence[item.at]), " "),
        element("td", { className: "right" }, element("div", {}, element("bdi", {}, cutRight(item.right))), " "),
        element("td", { className: "from" }, element("a", { href: "#essays/" + encodeURIComponent(name) }, element("bdi", {}, name))));
    }));
    linesShown += next.length;
    by("line-more").hidden = linesShown >= lines.length;
  }

  function startConcordance() {
    by("edit-search").addEventListener("input", listEdits);
    by("line-order").addEventListener("change", sortLines);
    by("line-more").addEventListener("click", showLines);
    document.querySelectorAll(".lines form").forEach((form) =>
      form.addEventListener("submit", (event) => event.preventDefault()));
  }

  // Pages: #page, #page/what is chosen there, or the id of something inside a page.

  const sections = [...document.querySelectorAll("section.page")];

  function decoded(text) {
    try { return decodeURIComponent(text); } catch { return text; }
  }

  function route(event) {
    if (!sections.length) return;
    const [, id, rest] = /^#?([^/]*)\/?(.*)$/s.exec(location.hash);
    const target = id ? by(id) : null;
    if (id === "about") return;
    const section = target?.closest("section.page") ?? sections[0];
    for (const other of sections) other.hidden = other !== section;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.hash === "#" + section.id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (section.id === "concordance") choose(decoded(rest));
    if (section.id === "essays" && rest) openEssay(decoded(rest));
    if (!event) return;
    if (target && target !== section) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (!(section.id === "concordance" && document.activeElement?.closest("#edit-list"))) {
      window.scrollTo(0, 0);
      section.querySelector("h2").focus({ preventScroll: true });
    }
  }

  if (data.documents.length) { startEssays(); startConcordance(); }
  window.addEventListener("hashchange", route);
  route();
})();
