// The class: figures, habits by number of students, progress and the map of essays.

const MOST_HABITS = 14, EXAMPLES = 3;

// For each habit: students, times, and the documents that have it.
function habitsOfClass() {
  const found = new Map();
  for (const indices of students.values()) {
    const mine = new Set();
    for (const index of indices) {
      for (const [habit, times] of tallies[index].habits) {
        if (!found.has(habit)) found.set(habit, { habit, students: 0, times: 0 });
        found.get(habit).times += times;
        mine.add(habit);
      }
    }
    for (const habit of mine) found.get(habit).students++;
  }
  return [...found.values()].sort((a, b) => b.students - a.students || b.times - a.times || a.habit - b.habit);
}

// The commonest edits of a habit, of all documents or of some.
function editsOfHabit(habit, indices = data.documents.keys()) {
  const times = new Map();
  for (const index of indices) {
    if (!tallies[index].habits.has(habit)) continue;
    data.documents[index][PARTS].forEach((sentence, place) => {
      for (const at of kept(index, place)) {
        if (sentence[at][HABIT] === habit) times.set(sentence[at][EDIT], (times.get(sentence[at][EDIT]) ?? 0) + 1);
      }
    });
  }
  return [...times].sort((a, b) => b[1] - a[1]);
}

function bar(share) {
  const inner = element("span");
  inner.style.width = (100 * share).toFixed(1) + "%";
  return element("span", { className: "bar" }, inner);
}

function figures(list) {
  return list.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
}

function showClass() {
  const words = data.documents.reduce((sum, row) => sum + row[WORDS], 0);
  const marks = tallies.reduce((sum, tally) => sum + tally.marks, 0);
  by("class-figures").replaceChildren(...figures([
    ["students", number(students.size)], ["texts", number(data.documents.length)], ["words and marks", number(words)],
    ["errors marked", number(marks)], ["per 100 words", rate(marks, words).toFixed(1)],
  ].filter(([name]) => name !== "texts" || students.size !== data.documents.length)));
  const habits = habitsOfClass();
  by("habit-table").hidden = !habits.length;
  by("habit-none").hidden = habits.length > 0;
  by("habit-table").tBodies[0].replaceChildren(...habits.slice(0, MOST_HABITS).map(habitRow));
  showProgress();
  showMap();
}

function habitRow({ habit, students: many, times }) {
  const edits = element("td", { className: "names" });
  for (const [edit] of editsOfHabit(habit).slice(0, EXAMPLES)) {
    const [name, , readable] = data.edits[edit];
    edits.append(element("a", { href: editLink(name) }, ...emphasised(readable)), " ");
  }
  return element("tr", {},
    element("th", { scope: "row" }, data.habits[habit][0]),
    element("td", { className: "wide" }, bar(many / students.size)),
    element("td", {}, `${number(many)} of ${number(students.size)}`),
    element("td", {}, number(times)), edits);
}

// Progress: errors per 100 words, by date.

function byDate(indices) {
  const found = new Map();
  for (const index of indices) {
    const date = data.documents[index][DATE];
    if (!date) continue;
    const sums = found.get(date) ?? { date, marks: 0, words: 0, texts: 0 };
    sums.marks += tallies[index].marks;
    sums.words += data.documents[index][WORDS];
    sums.texts++;
    found.set(date, sums);
  }
  return [...found.values()].sort((a, b) => compare(a.date, b.date));
}

function progressOf(points) {
  const wide = 600, tall = 180, most = Math.max(...points.map((point) => rate(point.marks, point.words)), 0.1);
  const times = points.map(({ date }) => Date.parse(date)), apart = times.every(Number.isFinite) && times.at(-1) > times[0];
  const place = (at) => apart ? (times[at] - times[0]) / (times.at(-1) - times[0]) : at / Math.max(points.length - 1, 1);
  const spots = points.map((point, at) => [20 + (wide - 40) * place(at), tall - (tall - 16) * rate(point.marks, point.words) / most]);
  const picture = drawn("svg", { viewBox: `-66 -12 ${wide + 82} ${tall + 48}`, class: "progress", role: "img",
    "aria-label": `Errors per 100 words from ${points[0].date} to ${points.at(-1).date}; the table below has the figures.` },
    drawn("line", { x1: 0, y1: tall, x2: wide, y2: tall }),
    drawn("text", { x: -6, y: tall + 4, "text-anchor": "end" }, "0"),
    drawn("text", { x: -6, y: 20, "text-anchor": "end" }, most.toFixed(1)),
    drawn("polyline", { points: spots.map((spot) => spot.join(",")).join(" ") }),
    ...spots.map(([x, y]) => drawn("circle", { cx: x, cy: y, r: 5 })),
    drawn("text", { x: spots[0][0], y: tall + 24, "text-anchor": "start" }, points[0].date),
    drawn("text", { x: spots.at(-1)[0], y: tall + 24, "text-anchor": "end" }, points.at(-1).date));
  const table = element("table", {}, element("caption", {}, "Errors per 100 words, by date"),
    element("thead", {}, element("tr", {}, ...["date", "texts", "errors marked", "per 100 words"].map((title) => element("th", { scope: "col" }, title)))),
    element("tbody", {}, ...points.map((point) => element("tr", {}, element("th", { scope: "row" }, point.date),
      element("td", {}, number(point.texts)), element("td", {}, number(point.marks)), element("td", {}, rate(point.marks, point.words).toFixed(1))))));
  return [element("figure", {}, picture), element("details", {}, element("summary", {}, "The same as a table"), table)];
}

function showProgress() {
  const points = byDate(data.documents.keys());
  by("progress").hidden = points.length < 2;
  if (points.length > 1) by("progress-chart").replaceChildren(...progressOf(points));
}

// The map: essays with the same habits are close.

function showMap() {
  by("essay-map-box").hidden = !data.map;
  if (!data.map) return;
  const wide = 640, tall = 400, [right, left, up, down] = data.map.ends;
  const rates = data.documents.map((row, index) => rate(tallies[index].marks, row[WORDS]));
  const most = Math.max(...rates, 1), labels = [...new Set(data.documents.map((row) => row[LABEL]))].sort();
  const names = data.documents.map((row) => row[NAME]), seen = new Set(), twice = new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
  const many = data.documents.length > 150, few = data.documents.length <= 30;
  const spots = data.documents.map((row, index) => {
    const [x, y] = data.map.points[index], name = shortName(row[NAME]);
    const called = row[DATE] && twice.has(row[NAME]) ? `${name}, ${row[DATE]}` : name;
    const across = wide / 2 + 270 * x, down = tall / 2 - 160 * y, radius = (many ? 3 : 5) + (many ? 5 : 9) * Math.sqrt(rates[index] / most);
    // Names stand towards the middle, so that none is cut off.
    const label = few ? [drawn("text", { class: "who", x: (across + (x > 0.5 ? -1 : 1) * (radius + 4)).toFixed(1), y: (down + 4).toFixed(1), "text-anchor": x > 0.5 ? "end" : "start", "aria-hidden": "true" }, called)] : [];
    return drawn("a", { href: "#essays/" + encodeURIComponent(row[NAME]), "aria-label": called, class: "spot" + labels.indexOf(row[LABEL]) % 5, ...(many ? { tabindex: -1 } : {}) },
      drawn("circle", { cx: across.toFixed(1), cy: down.toFixed(1), r: radius.toFixed(1) },
        drawn("title", {}, `${called}: ${rates[index].toFixed(1)} per 100 words`)), ...label);
  });
  const word = (text, x, y, anchor) => drawn("text", { x, y, "text-anchor": anchor, "aria-hidden": "true" }, text);
  by("essay-map").replaceChildren(...spots,
    ...(right ? [word(`${right} →`, wide - 8, tall - 8, "end")] : []), ...(left ? [word(`← ${left}`, 8, tall - 8, "start")] : []),
    ...(up ? [word(`↑ ${up}`, wide / 2, 16, "middle")] : []), ...(down ? [word(`↓ ${down}`, wide / 2, tall - 26, "middle")] : []));
  by("map-labels").replaceChildren(...(labels.length > 1 ? labels.flatMap((label, place) => [element("span", { className: "swatch spot" + place % 5 }), ` ${label ?? "none"} `]) : []));
}
