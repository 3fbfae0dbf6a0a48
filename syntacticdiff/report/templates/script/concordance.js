// The concordance: an edit, and every place that has it, the edit in the middle.

let places = null;  // for each edit, [document, sentence, mark] of every place that is shown
let ranked = [], chosen = -1, lines = [], linesShown = 0;

function collect() {
  if (places) return;
  places = data.edits.map(() => []);
  data.documents.forEach((row, index) => row[PARTS].forEach((sentence, place) => {
    for (const at of kept(index, place)) places[sentence[at][EDIT]].push([index, place, at]);
  }));
  ranked = [...data.edits.keys()].filter((edit) => places[edit].length).sort((a, b) =>
    places[b].length - places[a].length || compare(data.edits[a][EDIT_NAME], data.edits[b][EDIT_NAME]));
}

function listEdits() {
  const wanted = by("edit-search").value.trim().toLowerCase();
  const matching = ranked.filter((edit) => [EDIT_NAME, READABLE].some((way) =>
    data.edits[edit][way].replaceAll("*", "").toLowerCase().includes(wanted)));
  const most = matching.slice(0, MOST_EDITS);
  by("edit-count").textContent = matching.length > most.length
    ? `the first ${most.length} of ${counted(matching.length, "edit")}` : counted(matching.length, "edit");
  by("edit-list").replaceChildren(...most.map((edit) => {
    const link = element("a", { href: editLink(data.edits[edit][EDIT_NAME]) },
      element("span", {}, ...emphasised(data.edits[edit][READABLE])), element("span", {}, number(places[edit].length)));
    if (edit === chosen) link.setAttribute("aria-current", "true");
    return element("li", {}, link);
  }));
}

function choose(name) {
  collect();
  const edit = name ? data.edits.findIndex((item) => item[EDIT_NAME] === name) : ranked[0] ?? -1;
  chosen = edit >= 0 && places[edit].length ? edit : -1;
  const list = by("edit-list"), focused = list.contains(document.activeElement), top = list.scrollTop;
  listEdits();
  list.scrollTop = top;
  const current = list.querySelector("[aria-current]");
  if (focused) current?.focus({ preventScroll: true });  // the list is new, and so is the link
  const title = by("edit-chosen");
  if (chosen < 0) {
    const shown = edit >= 0 ? data.edits[edit][READABLE] : name;
    title.replaceChildren(...(name ? [...emphasised(shown), ": in none of the texts that are shown"] : ["There are no marks."]));
  } else {
    title.replaceChildren(...emphasised(data.edits[chosen][READABLE]),
      `: ${counted(places[chosen].length, "time")} in ${counted(new Set(places[chosen].map((p) => p[0])).size, "text")}`);
  }
  sortLines();
}

function line([index, place, at]) {
  const row = data.documents[index], sentence = row[PARTS][place], base = sentence[OFFSET];
  return { index, place, at, strength: strength(sentence[at]), whole: row[TEXT].slice(base, base + sentence[LENGTH]),
    left: row[TEXT].slice(base, base + sentence[at][START]), right: row[TEXT].slice(base + sentence[at][END], base + sentence[LENGTH]) };
}

const lastWords = (text) => text.trim().toLowerCase().split(/\s+/).reverse().join(" ");
const orders = {
  text: () => 0,
  left: (a, b) => compare(lastWords(a.left), lastWords(b.left)),
  right: (a, b) => compare(a.right.trim().toLowerCase(), b.right.trim().toLowerCase()),
  sure: (a, b) => b.strength - a.strength,
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
    const name = data.documents[item.index][NAME];
    return element("tr", { title: item.whole },
      element("td", { className: "left" }, element("div", {}, element("bdi", {}, cutLeft(item.left))), " "),
      element("td", { className: "key" }, markElement(item.index, item.place, item.at, true), " "),
      element("td", { className: "right" }, element("div", {}, element("bdi", {}, cutRight(item.right))), " "),
      element("td", { className: "from" }, element("a", { href: "#essays/" + encodeURIComponent(name) }, element("bdi", {}, shortName(name)))));
  }));
  linesShown += next.length;
  by("line-more").hidden = linesShown >= lines.length;
}

function startConcordance() {
  by("edit-search").addEventListener("input", listEdits);
  by("line-order").addEventListener("change", sortLines);
  by("line-more").addEventListener("click", showLines);
  document.querySelectorAll(".concordance form").forEach((form) =>
    form.addEventListener("submit", (event) => event.preventDefault()));
}
