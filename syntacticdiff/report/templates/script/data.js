// The data of the page, what is chosen of it, and small tools. Text is only ever set as text.

const by = (id) => document.getElementById(id);
const source = by("data");
const data = source ? JSON.parse(source.textContent)
  : { kinds: [], habits: [], types: [], reasons: [], edits: [], documents: [], map: null, least: 0.5, id: "" };
const AT_ONCE = 50, MOST_EDITS = 200, CONTEXT = 90;

// A document, one of its sentences, and a mark: an edit with its place in the sentence.
const NAME = 0, LABEL = 1, DATE = 2, SENTENCES = 3, WORDS = 4, BITS = 5, TEXT = 6, PARTS = 7;
const OFFSET = 0, LENGTH = 1, SENTENCE_BITS = 2, CUTS = 3, FIRST = 4;
const EDIT = 0, TYPE = 1, HABIT = 2, CHANCE = 3, POSITION = 4, START = 5, END = 6, NEW = 7, REASON = 8, SAVED = 9;
const EDIT_NAME = 0, OPERATION = 1, READABLE = 2;

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made && name !== "role") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function drawn(tag, properties = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const number = (value) => value.toLocaleString("en");
const counted = (value, noun, nouns = noun + "s") => `${number(value)} ${value === 1 ? noun : nouns}`;
const percent = (share) => `${Math.round(100 * share)}%`;
const editLink = (name) => "#concordance/" + encodeURIComponent(name);
const compare = (a, b) => typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// Words between asterisks are emphasised: they are the writer's, or would be.
function emphasised(text) {
  return text.split(/\*([^*]+)\*/).map((part, place) => place % 2 ? element("em", {}, part) : part);
}
const unmarked = (text) => text.replace(/\*([^*]+)\*/g, "“$1”");

// Students: the documents of one name. What all names begin and end with is not shown.

const students = new Map();
data.documents.forEach((row, index) => {
  if (!students.has(row[NAME])) students.set(row[NAME], []);
  students.get(row[NAME]).push(index);
});
for (const indices of students.values()) {
  indices.sort((a, b) => compare(data.documents[a][DATE] ?? "", data.documents[b][DATE] ?? "") || a - b);
}

const shared = (() => {
  const names = [...students.keys()];
  if (names.length < 2) return { folder: "", suffix: "" };
  const folders = names.map((name) => name.slice(0, name.lastIndexOf("/") + 1));
  let folder = folders[0];
  while (folder && !folders.every((other) => other.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  const suffixes = new Set(names.map((name) => /\.(txt|docx|odt)$/i.exec(name)?.[0] ?? ""));
  return { folder, suffix: suffixes.size === 1 ? [...suffixes][0] : "" };
})();

function shortName(name) {
  const end = shared.suffix ? name.length - shared.suffix.length : name.length;
  return name.slice(shared.folder.length, end) || name;
}

// What is chosen: how sure a mark has to be, which kinds are shown, and what the teacher decided.

const hasChances = data.documents.some((row) => row[PARTS].some((sentence) =>
  sentence.some((mark, place) => place >= FIRST && mark[CHANCE] !== null)));
const filter = { least: data.least, off: new Set() };
const KEY = "syntacticdiff " + data.id;
const decisions = new Map();
try {
  for (const [key, value] of Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"))) decisions.set(key, value);
} catch { /* the page may not be allowed to store anything */ }

const ACCEPTED = "accepted", REJECTED = "rejected";
const key = (document, sentence, mark) => `${document}/${sentence}/${mark}`;
const decision = (document, sentence, mark) => decisions.get(key(document, sentence, mark)) ?? "";

function keepDecisions() {
  try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(decisions))); } catch { /* kept until the page is closed */ }
}

const chance = (mark) => mark[CHANCE] ?? 1;
const strength = (mark) => mark[CHANCE] ?? Math.min(Math.max(mark[SAVED], 0), 12) / 12;
const kindOf = (mark) => data.habits[mark[HABIT]][1];

function conflict(one, two) {
  if (one[START] < two[END] && two[START] < one[END]) return true;
  const inserts = [one, two].map((mark) => data.edits[mark[EDIT]][OPERATION] === "insert");
  return one[START] === two[START] && inserts[0] && inserts[1];
}

// The marks of a sentence that are shown, from left to right: of those that exclude each other
// the one that was accepted, or else the surest.
function shownMarks(index, place) {
  const sentence = data.documents[index][PARTS][place];
  if (sentence.length === FIRST) return [];
  const wanted = [];
  for (let mark = FIRST; mark < sentence.length; mark++) {
    const is = decision(index, place, mark);
    const sure = chance(sentence[mark]) >= filter.least - 1e-9;
    if (!filter.off.has(kindOf(sentence[mark])) && (is === ACCEPTED || sure)) wanted.push(mark);
  }
  if (wanted.length < 2) return wanted;
  const rank = (mark) => (decision(index, place, mark) === ACCEPTED ? 3 : 0)
    - (decision(index, place, mark) === REJECTED ? 3 : 0) + chance(sentence[mark]) + strength(sentence[mark]) / 100;
  wanted.sort((a, b) => rank(b) - rank(a));
  const shown = [];
  for (const mark of wanted) {
    if (!shown.some((other) => conflict(sentence[mark], sentence[other]))) shown.push(mark);
  }
  return shown.sort((a, b) => sentence[a][START] - sentence[b][START] || sentence[a][END] - sentence[b][END]);
}

// Counts of what is shown and not rejected, for each document.
let tallies = [];

function count() {
  tallies = data.documents.map((row, index) => {
    const habits = new Map();
    let marks = 0, changed = 0;
    row[PARTS].forEach((sentence, place) => {
      let here = 0;
      for (const mark of shownMarks(index, place)) {
        if (decision(index, place, mark) === REJECTED) continue;
        here++;
        const habit = sentence[mark][HABIT];
        habits.set(habit, (habits.get(habit) ?? 0) + 1);
      }
      marks += here;
      changed += here > 0;
    });
    return { marks, changed, habits };
  });
}

const rate = (marks, words) => 100 * marks / Math.max(words, 1);

// Who is told when something is chosen.
const listeners = [];
let waiting = false;
function changed() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    count();
    for (const listener of listeners) listener();
  });
}
