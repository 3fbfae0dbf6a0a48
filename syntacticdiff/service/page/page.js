// The page: marks under the text as it is written, and a list of changes to accept or reject.
// Text is never put into the page as HTML.

const PAUSE = 200; // milliseconds without typing after which the text is checked
const RETRIES = 5;
const LARGEST_FILE = 1_000_000; // bytes
const OFFICE = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  odt: "application/vnd.oasis.opendocument.text",
};

const at = (id) => document.getElementById(id);
const area = at("text"), marked = at("marked"), list = at("changes"), card = at("card");

// Each document keeps its text, the changes found in it and those that were rejected.
let documents = [fresh("Text", "")];
let current = 0;
let wanted = null; // the controller of the check under way
let timer = 0;
let chosen = null; // the change whose card is open

function fresh(name, text) {
  return { name, text, changes: [], rejected: new Set(), checked: null };
}

const here = () => documents[current];

// ---- Positions: the service counts code points, the browser UTF-16 units.

function units(text) {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return (place) => place;
  const starts = [];
  let unit = 0;
  for (const letter of text) {
    starts.push(unit);
    unit += letter.length;
  }
  starts.push(unit);
  return (place) => starts[place];
}

// A change that was rejected stays so while the words beside it stay the same.
function identity(text, change) {
  const around = [text.slice(0, change.start).match(/\S*\s*$/)[0],
    text.slice(change.end).match(/^\s*\S*/)[0]];
  return JSON.stringify([change.source, change.replacement, ...around]);
}

function shown() {
  const least = Number(at("certainty").value) / 100, kind = at("kind").value;
  const { text, changes, rejected } = here();
  return changes.filter((change) =>
    (change.probability === null || change.probability >= least) &&
    (!kind || change.kind === kind) && !rejected.has(identity(text, change)));
}

// ---- Checking

function later(pause = PAUSE) {
  clearTimeout(timer);
  timer = setTimeout(check, pause);
}

async function check(tries = 0) {
  clearTimeout(timer);
  wanted?.abort();
  const checked = here(), text = checked.text;
  if (!text.trim()) {
    checked.changes = [];
    checked.checked = text;
    problem("check", "");
    show();
    return;
  }
  const controller = (wanted = new AbortController());
  try {
    const answer = await fetch("/correct", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, level: "picky" }),
      signal: controller.signal,
    });
    const found = await answer.json();
    if (answer.status === 503 && tries < RETRIES) {
      const seconds = Number(answer.headers.get("Retry-After")) || 1;
      timer = setTimeout(check, 1000 * seconds, tries + 1);
      return;
    }
    if (!answer.ok) throw new Error(found.error);
    if (checked.text !== text) return; // it was changed meanwhile, and is checked again
    const unit = units(text);
    checked.changes = found.changes.map((change) =>
      ({ ...change, start: unit(change.start), end: unit(change.end) }));
    checked.checked = text;
    problem("check", "");
    if (checked === here()) show();
  } catch (error) {
    if (error.name === "AbortError") return;
    const gone = error instanceof TypeError;
    problem("check", gone ? "The service does not answer. Is it still running?" : error.message);
  } finally {
    if (wanted === controller) wanted = null;
  }
}

// Changes move with the text around them until the next check; those that were touched go.
function moved(changes, before, after) {
  const least = Math.min(before.length, after.length);
  let left = 0, right = 0;
  while (left < least && before[left] === after[left]) left++;
  while (right < least - left && before.at(-1 - right) === after.at(-1 - right)) right++;
  const end = before.length - right, by = after.length - before.length;
  return changes.flatMap((change) => {
    if (change.end < left || (change.end === left && change.start < left)) return [change];
    if (change.start > end || (change.start === end && change.start >= left && change.end > end))
      return [{ ...change, start: change.start + by, end: change.end + by }];
    return [];
  });
}

function written() {
  const changed = here();
  if (area.value === changed.text) return;
  changed.changes = moved(changed.changes, changed.text, area.value);
  changed.text = area.value;
  show();
  later();
}

// ---- Showing

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const problems = { check: "", files: "", report: "" };

function problem(kind, message) {
  problems[kind] = message;
  const lines = Object.values(problems).filter(Boolean);
  at("problem").hidden = !lines.length;
  if (at("problem").textContent !== lines.join("\n")) at("problem").textContent = lines.join("\n");
}

const looks = (change) => (change.sure ? "sure" : "unsure");

function show() {
  const changes = shown(), { text } = here();
  const pieces = [];
  let done = 0;
  changes.forEach((change, number) => {
    if (change.start < done) return;
    pieces.push(text.slice(done, change.start));
    const kind = change.start === change.end ? "insert " : "";
    const mark = element("mark", { class: kind + looks(change), "data-number": number });
    mark.textContent = text.slice(change.start, change.end).trimEnd();
    pieces.push(mark);
    done = change.start + mark.textContent.length;
  });
  // The last line of a text has a height even if it is empty.
  marked.replaceChildren(...pieces, text.slice(done) + "\u200b\n");
  list.replaceChildren(...changes.map((change, number) =>
    element("li", { class: looks(change), "data-number": number }, ...explained(change))));
  at("accept-all").disabled = changes.length === 0;
  status(changes.length);
  kinds();
  tabs();
  if (chosen !== null && !changes.includes(chosen)) close();
}

function status(count) {
  const { text, checked } = here();
  let line = count === 1 ? "1 change" : `${count} changes`;
  if (!text.trim()) line = "No text yet.";
  else if (checked === null) line = "Checking…";
  else if (!count) line = "Nothing to change.";
  if (at("status").textContent !== line) at("status").textContent = line;
  at("finding").dataset.checked = String(checked === text);
}

function kinds() {
  const select = at("kind"), value = select.value;
  const names = [...new Set(here().changes.map((change) => change.kind))].sort();
  if (value && !names.includes(value)) names.push(value);
  const options = [element("option", { value: "" }, "all")];
  for (const name of names) options.push(element("option", { value: name }, name));
  if ([...select.options].map((option) => option.value).join() !==
      options.map((option) => option.value).join()) {
    select.replaceChildren(...options);
    select.value = value;
  }
}

function tabs() {
  at("documents").hidden = documents.length < 2;
  at("documents").replaceChildren(...documents.map((each, number) =>
    element("li", {}, element("button", {
      type: "button",
      "aria-current": String(number === current),
      onclick: () => open(number),
    }, each.name))));
}

function visible(text) {
  return text.trim() || text.replaceAll(" ", "\u2423").replaceAll("\n", "\u21b5");
}

// A reason has the words of the text between asterisks.
function emphasised(text) {
  return text.split(/\*([^*]+)\*/).map((part, number) =>
    number % 2 ? element("em", {}, part) : part);
}

function explained(change) {
  const what = element("p", { class: "what" });
  if (change.source.trim()) what.append(element("del", {}, visible(change.source)));
  if (change.source.trim() && change.replacement.trim()) what.append(" \u2192 ");
  if (change.replacement.trim()) what.append(element("ins", {}, visible(change.replacement)));
  const percent = change.probability === null ? "" : `${Math.round(100 * change.probability)} %`;
  const reject = (event) => {
    const item = event.target.closest("li");
    const number = item && [...list.children].indexOf(item);
    here().rejected.add(identity(here().text, change));
    show();
    // Whoever works with the keyboard goes on with the next one.
    if (item) (list.children[number] ?? list.lastElementChild)?.querySelector(".reject").focus();
  };
  return [
    element("div", { class: "about" }, element("span", {}, change.habit),
      element("span", {}, percent)),
    what,
    element("p", { class: "reason" }, ...emphasised(change.reason)),
    element("div", { class: "choices" },
      element("button", {
        type: "button",
        class: "accept",
        "aria-label": `Accept: ${change.name.replaceAll("*", "")}`,
        onclick: () => accept([change]),
      }, "Accept"),
      element("button", {
        type: "button",
        class: "reject",
        "aria-label": `Reject: ${change.name.replaceAll("*", "")}`,
        onclick: reject,
      }, "Reject"),
      ...change.others.filter((other) => other.replacement.trim()).map((other) =>
        element("button", {
          type: "button",
          class: "other",
          onclick: () => accept([{ ...change, replacement: other.replacement }]),
        }, visible(other.replacement)))),
  ];
}

// ---- Accepting

// Through the browser's own editing, so that Ctrl-Z takes a change back.
function accept(changes) {
  area.focus({ preventScroll: true });
  const scroll = scrollY;
  for (const change of [...changes].reverse()) {
    area.setSelectionRange(change.start, change.end);
    const command = change.replacement ? "insertText" : "delete";
    const done = document.execCommand(command, false, change.replacement);
    if (!done) area.setRangeText(change.replacement, change.start, change.end, "end");
  }
  scrollTo({ top: scroll });
  close();
  written();
  later(0);
}

// ---- The card at a marked word

function choose(change) {
  chosen = change;
  const number = shown().indexOf(change);
  for (const each of document.querySelectorAll(".current")) each.classList.remove("current");
  const mark = marked.querySelector(`[data-number="${number}"]`);
  const item = list.querySelector(`[data-number="${number}"]`);
  if (!mark) return;
  mark.classList.add("current");
  item?.classList.add("current");
  if (list.scrollHeight > list.clientHeight) item?.scrollIntoView({ block: "nearest" });
  card.className = looks(change);
  card.replaceChildren(
    element("button", { type: "button", class: "close", "aria-label": "Close", onclick: close },
      "\u00d7"),
    ...explained(change));
  card.hidden = false;
  put(mark);
}

function put(mark) {
  card.style.left = "0px"; // or its width would be measured where it does not fit
  const place = mark.getBoundingClientRect();
  const widest = document.documentElement.clientWidth - card.offsetWidth - 12;
  card.style.left = `${scrollX + Math.max(12, Math.min(place.left, widest))}px`;
  card.style.top = `${scrollY + place.bottom + 6}px`;
}

addEventListener("resize", () => { // a phone that is turned
  const mark = marked.querySelector(".current");
  if (mark && !card.hidden) put(mark);
});

function close() {
  chosen = null;
  card.hidden = true;
  for (const each of document.querySelectorAll(".current")) each.classList.remove("current");
}

function pointed() {
  if (area.selectionStart !== area.selectionEnd) return close();
  const place = area.selectionStart;
  const found = shown().find((change) => change.start <= place && place <= change.end);
  if (found) choose(found);
  else close();
}

// ---- Documents

function open(number) {
  current = number;
  close();
  area.value = here().text;
  show();
  if (here().checked !== here().text) check();
}

async function add(files) {
  const refused = [];
  const read = [];
  for (const file of files) {
    try {
      read.push(fresh(file.name, await textOf(file)));
    } catch (error) {
      refused.push(`${file.name}: ${error.message}`);
    }
  }
  problem("files", refused.join("\n"));
  if (!read.length) return;
  const kept = documents.filter((each) => each.text.trim());
  documents = [...kept, ...read];
  open(kept.length);
}

async function textOf(file) {
  if (file.size > LARGEST_FILE) throw new Error("more than a megabyte; open parts of it");
  const bytes = await file.arrayBuffer();
  const kind = OFFICE[file.name.split(".").at(-1).toLowerCase()];
  if (kind) {
    const answer = await fetch("/documents",
      { method: "POST", headers: { "Content-Type": kind }, body: bytes });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    return found.text;
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  if (text.includes("\0")) throw new Error("not supported; open text, .docx or .odt");
  return text.replaceAll("\r\n", "\n");
}

async function copy() {
  const button = at("copy");
  try {
    await navigator.clipboard.writeText(here().text);
  } catch {
    area.select();
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy text"), 1500);
}

async function report() {
  const button = at("report");
  const sent = documents.filter((each) => each.text.trim())
    .map((each) => ({ name: each.name, text: each.text }));
  if (!sent.length) return problem("report", "There is no text to report on yet.");
  button.disabled = true;
  try {
    const answer = await fetch("/report", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ title: sent.map((each) => each.name).join(", "), documents: sent }),
    });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const address = URL.createObjectURL(await answer.blob());
    const link = element("a", { href: address, download: "report.html" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    problem("report", "");
  } catch (error) {
    problem("report", `No report: ${error.message}`);
  } finally {
    button.disabled = false;
  }
}

// ---- Events

area.addEventListener("input", written);
area.addEventListener("click", pointed);
area.addEventListener("keyup", (event) => {
  if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") pointed();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
document.addEventListener("click", (event) => {
  if (!card.contains(event.target) && event.target !== area) close();
});
list.addEventListener("focusin", (event) => {
  const number = event.target.closest("li")?.dataset.number;
  for (const each of document.querySelectorAll("mark.current")) each.classList.remove("current");
  marked.querySelector(`[data-number="${number}"]`)?.classList.add("current");
});
at("certainty").addEventListener("input", () => {
  at("certainty-shown").textContent = `${at("certainty").value} %`;
  close();
  show();
});
at("kind").addEventListener("change", () => (close(), show()));
at("accept-all").addEventListener("click", () => accept(shown()));
at("copy").addEventListener("click", copy);
at("report").addEventListener("click", report);
at("clear").addEventListener("click", () => {
  documents = [fresh("Text", "")];
  open(0);
  for (const kind of Object.keys(problems)) problem(kind, "");
  area.focus();
});
at("open").addEventListener("change", (event) => {
  add([...event.target.files]);
  event.target.value = "";
});
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    at("paper").classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) at("paper").classList.remove("over");
});
document.addEventListener("drop", (event) => {
  at("paper").classList.remove("over");
  if (event.dataTransfer.files.length) {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  }
});

area.value = "";
show();
