// Students: the list of them, and the sheet of each one, which can be printed.

const HABITS_OF_SHEET = 5, QUOTED = 34, MOST_SHEETS = 200;
const hasLabels = data.documents.some((row) => row[LABEL] !== null);
const sum = (indices, value) => indices.reduce((total, index) => total + value(index), 0);
const wordsOf = (indices) => sum(indices, (index) => data.documents[index][WORDS]);
const marksOf = (indices) => sum(indices, (index) => tallies[index].marks);
const columns = [
  { title: "student", value: ([name]) => shortName(name) },
  ...(hasLabels ? [{ title: "class", value: ([, all]) => data.documents[all[0]][LABEL] ?? "", kind: "label" }] : []),
  ...(students.size < data.documents.length ? [{ title: "texts", value: ([, all]) => all.length }] : []),
  { title: "words", value: ([, all]) => wordsOf(all), kind: "rare" },
  { title: "errors", value: ([, all]) => marksOf(all) },
  { title: "per 100 words", value: ([, all]) => rate(marksOf(all), wordsOf(all)), shown: (value) => value.toFixed(1) },
  { title: "commonest habit", value: ([, all]) => commonest(all)[0]?.name ?? "", kind: "label rare" },
];
const searched = new Map();  // each student's name and texts, lower-cased when first needed
let order = { column: -1, down: false }, found = [], listed = 0, open = null;

function searchable([name, all]) {
  if (!searched.has(name)) searched.set(name, [name, ...all.map((index) => data.documents[index][TEXT])].join("\n").toLowerCase());
  return searched.get(name);
}

// The habits of some documents, the commonest first.
function commonest(indices) {
  const times = new Map();
  for (const index of indices) for (const [habit, many] of tallies[index].habits) times.set(habit, (times.get(habit) ?? 0) + many);
  return [...times].map(([habit, many]) => ({ habit, name: data.habits[habit][0], times: many }))
    .sort((a, b) => b.times - a.times || a.habit - b.habit);
}

function findStudents() {
  const wanted = by("essay-search").value.trim().toLowerCase(), label = by("essay-class").value;
  found = [...students].filter((student) => (!label || student[1].some((index) => data.documents[index][LABEL] === label))
    && (!wanted || searchable(student).includes(wanted)));
  if (order.column >= 0) {
    const { value } = columns[order.column], sign = order.down ? -1 : 1;
    const values = new Map(found.map((student) => [student[0], value(student)]));
    found.sort((a, b) => sign * compare(values.get(a[0]), values.get(b[0])));
  }
  by("essay-count").textContent = found.length === students.size
    ? counted(found.length, "student") : `${number(found.length)} of ${counted(students.size, "student")}`;
  by("essay-table").tBodies[0].replaceChildren();
  const rows = Math.max(AT_ONCE, listed);
  listed = 0;
  listMore(rows);
}

function listMore(rows = AT_ONCE) {
  const next = found.slice(listed, listed + rows);
  by("essay-table").tBodies[0].append(...next.map(studentRow));
  listed += next.length;
  by("essay-more").hidden = listed >= found.length;
}

function studentRow(student) {
  const link = element("a", { href: "#essays/" + encodeURIComponent(student[0]) }, element("bdi", {}, shortName(student[0])));
  const line = element("tr", {}, element("th", { scope: "row" }, link));
  for (const { value, shown, kind } of columns.slice(1)) {
    const cell = value(student);
    line.append(element("td", { className: kind ?? "" }, shown ? shown(cell) : typeof cell === "number" ? number(cell) : cell));
  }
  return line;
}

function sortBy(column) {
  order = { column, down: order.column === column ? !order.down : column !== 0 };
  [...by("essay-table").tHead.rows[0].cells].forEach((cell, place) => {
    if (place === column) cell.setAttribute("aria-sort", order.down ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
    cell.querySelector(".arrow").textContent = place === column ? (order.down ? " ▼" : " ▲") : "";
  });
  findStudents();
}

// A sheet: figures, the commonest habits beside the class's, and the texts with their marks.

function sheet(name, indices, forPaper = false) {
  const words = wordsOf(indices), marks = marksOf(indices);
  const box = element("article", { className: "sheet" });
  const title = element("h3", { tabIndex: -1 }, element("bdi", {}, shortName(name)));
  const all = sum([...data.documents.keys()], (index) => tallies[index].marks);
  const classWords = wordsOf([...data.documents.keys()]);
  box.append(title, element("p", { className: "aside" },
    `${counted(words, "word")}, ${counted(marks, "error")} marked: ${rate(marks, words).toFixed(1)} per 100 words`
    + (students.size > 1 ? ` (the class: ${rate(all, classWords).toFixed(1)}).` : ".")));
  box.append(habitsOfSheet(indices, words, classWords));
  const points = byDate(indices);
  if (points.length > 1) box.append(element("h4", {}, "Progress"), ...progressOf(points));
  for (const index of indices) {
    const row = data.documents[index], parts = [row[DATE], indices.length > 1 ? row[LABEL] : null].filter(Boolean);
    if (indices.length > 1 || parts.length) box.append(element("h4", {}, parts.join(" · ") || `Text ${indices.indexOf(index) + 1}`));
    box.append(markedText(index));
  }
  if (!forPaper) {
    const print = element("button", { type: "button", className: "small" }, "Print this sheet");
    print.addEventListener("click", () => window.print());
    const buttons = saveButtons(name, () => indices);
    buttons.append(print);
    title.after(buttons);
  }
  return box;
}

function habitsOfSheet(indices, words, classWords) {
  const habits = commonest(indices).slice(0, HABITS_OF_SHEET);
  if (!habits.length) return element("p", { className: "note" }, "Nothing is marked at this setting.");
  const of = new Map(habitsOfClass().map((item) => [item.habit, item]));
  const inClass = students.size > 1;
  const head = ["habit", "times", "per 100 words", ...(inClass ? ["class: per 100 words", "students"] : []), "for instance"];
  return element("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Commonest habits" }, element("table", { className: "habits" },
    element("caption", {}, "Commonest habits, and the class's beside them"),
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col", className: text === "for instance" ? "names" : "" }, text)))),
    element("tbody", {}, ...habits.map(({ habit, name, times }) => {
      const { students: many, times: ofAll } = of.get(habit);
      const examples = element("td", { className: "names" });
      quotations(habit, indices).forEach((quoted) => examples.append(quoted));
      return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, number(times)),
        element("td", {}, rate(times, words).toFixed(1)),
        ...(inClass ? [element("td", {}, rate(ofAll, classWords).toFixed(1)), element("td", {}, `${number(many)} of ${number(students.size)}`)] : []), examples);
    }))));
}

// Two places that have a habit, of different edits if there are some.
function quotations(habit, indices) {
  const quoted = [], seen = new Set();
  for (const different of [true, false]) {
    for (const index of indices) {
      const row = data.documents[index];
      row[PARTS].forEach((sentence, place) => {
        for (const at of kept(index, place)) {
          const mark = sentence[at];
          if (quoted.length > 1 || mark[HABIT] !== habit || seen.has(mark) || (different && seen.has(mark[EDIT]))) continue;
          seen.add(mark).add(mark[EDIT]);
          const from = sentence[OFFSET], text = row[TEXT];
          const left = text.slice(from, from + mark[START]), right = text.slice(from + mark[END], from + sentence[LENGTH]);
          const old = text.slice(from + mark[START], from + mark[END]);
          const line = element("span", { className: "quoted", dir: "auto" }, left.length > QUOTED ? "…" + left.slice(-QUOTED).replace(/^\S*\s/, "") : left);
          if (old) line.append(element("del", {}, old));
          if (mark[NEW]) line.append(element("ins", {}, mark[NEW]));
          line.append(right.length > QUOTED ? right.slice(0, QUOTED).replace(/\s\S*$/, "") + "…" : right);
          quoted.push(line);
        }
      });
    }
  }
  return quoted;
}

function openStudent(name) {
  open = name && students.has(name) ? name : null;
  by("essay-list").hidden = open !== null;
  by("essay-sheet").hidden = open === null;
  if (open === null) {
    by("essay-sheet-text").replaceChildren();
    if (name) by("essay-count").textContent = "This text is counted but not shown.";
    return;
  }
  const names = found.some(([other]) => other === open) ? found.map(([other]) => other) : [...students.keys()];
  const at = names.indexOf(open);
  const step = (other, text) => other === undefined ? "" : element("a", { href: "#essays/" + encodeURIComponent(other) }, text);
  by("essay-steps").replaceChildren(element("a", { href: "#essays" }, "All students"), step(names[at - 1], "← before"), step(names[at + 1], "next →"));
  showSheet();
}

function showSheet() {
  const at = refocus;
  refocus = "";
  closeCard();
  by("essay-sheet-text").replaceChildren(sheet(open, students.get(open)));
  if (at) document.querySelector(`.essay .edit[data-place="${at}"]`)?.focus({ preventScroll: true });
}

function printAll() {
  const some = found.slice(0, MOST_SHEETS);
  by("paper").replaceChildren(...some.map(([name, all]) => sheet(name, all, true)));
  document.body.classList.add("sheets");
  window.print();
}

function startStudents() {
  const head = by("essay-table").tHead.rows[0];
  columns.forEach(({ title, kind }, place) => {
    const button = element("button", { type: "button" }, title, element("span", { className: "arrow", "aria-hidden": "true" }));
    button.addEventListener("click", () => sortBy(place));
    head.append(element("th", { scope: "col", className: kind ?? "" }, button));
  });
  if (hasLabels) {
    const labels = [...new Set(data.documents.map((row) => row[LABEL]).filter((label) => label !== null))];
    by("essay-class").append(...labels.sort().map((label) => element("option", { value: label }, label)));
    by("essay-class-choice").hidden = false;
  }
  by("essay-search").addEventListener("input", () => { listed = 0; findStudents(); });
  by("essay-class").addEventListener("change", () => { listed = 0; findStudents(); });
  by("essay-more").addEventListener("click", () => listMore());
  by("essay-controls").addEventListener("submit", (event) => event.preventDefault());
  by("essay-print").addEventListener("click", printAll);
  window.addEventListener("afterprint", () => {
    document.body.classList.remove("sheets");
    by("paper").replaceChildren();
  });
  by("essay-list").append(saveButtons("class", () => found.flatMap(([, all]) => all)));
}
