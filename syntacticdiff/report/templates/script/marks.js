// Marks in text, and the card that says why: reason, probability, alternatives, accept and reject.

function markElement(index, place, at, link) {
  const mark = data.documents[index][PARTS][place][at];
  const row = data.documents[index], base = row[PARTS][place][OFFSET];
  const old = row[TEXT].slice(base + mark[START], base + mark[END]);
  const [name, , readable] = data.edits[mark[EDIT]];
  const sure = mark[CHANCE] === null ? "" : `, ${percent(mark[CHANCE])} sure`;
  const is = decision(index, place, at);
  const label = `${unmarked(readable)}, ${data.kinds[kindOf(mark)]}${sure}${is ? ", " + is : ""}`;
  const made = link
    ? element("a", { className: "edit", href: editLink(name), "aria-description": label })
    : element("span", { className: "edit", role: "button", tabIndex: 0, "aria-haspopup": "dialog", "aria-description": label });
  made.style.setProperty("--a", (0.08 + 0.36 * strength(mark)).toFixed(2));
  if (is) made.classList.add(is);
  if (old) made.append(element("del", {}, old));
  if (mark[NEW]) made.append(element("ins", {}, mark[NEW]));
  made.dataset.place = key(index, place, at);
  return made;
}

// A text in its own paragraphs, with the marks that are shown.
function markedText(index) {
  const row = data.documents[index], text = row[TEXT];
  const box = element("div", { className: "essay", lang: "" });
  let paragraph = null;
  function add(from, to) {
    text.slice(from, to).split(/(\n[^\S\n]*\n\s*)/).forEach((part, place) => {
      if (place % 2) paragraph = null;
      else if (part) ensured().append(part);
    });
  }
  function ensured() {
    if (!paragraph) box.append(paragraph = element("p", { dir: "auto" }));
    return paragraph;
  }
  let done = 0;
  row[PARTS].forEach((sentence, place) => {
    for (const at of shownMarks(index, place)) {
      add(done, sentence[OFFSET] + sentence[at][START]);
      ensured().append(markElement(index, place, at));
      done = sentence[OFFSET] + sentence[at][END];
    }
  });
  add(done, text.length);
  const left = row[SENTENCES] - row[PARTS].length;
  if (left > 0) box.append(element("p", { className: "note" }, `${counted(left, "more sentence")} counted but not shown.`));
  return box;
}

// The card. Hovering shows it, a click or the keyboard opens it to stay.

let card = null, cardFor = null, pinned = false, leaving = 0;

function placeOf(mark) {
  return mark.dataset.place.split("/").map(Number);
}

function openCard(mark, stay) {
  if (!mark.dataset.place || (cardFor === mark && pinned)) return;
  closeCard();
  const [index, place, at] = placeOf(mark), sentence = data.documents[index][PARTS][place];
  const chosen = sentence[at], [, , readable] = data.edits[chosen[EDIT]];
  card = element("div", { className: "card popup", role: "dialog", "aria-label": unmarked(readable) });
  const sure = chosen[CHANCE] === null ? "" : ` · ${percent(chosen[CHANCE])} sure`;
  card.append(
    element("p", { className: "what" }, ...emphasised(readable), element("span", { className: "aside" }, ` · ${data.kinds[kindOf(chosen)]}${sure}`)),
    element("p", { className: "why" }, ...emphasised(data.reasons[chosen[REASON]])));
  const others = [];
  for (let other = FIRST; other < sentence.length; other++) {
    if (other !== at && conflict(chosen, sentence[other])) others.push(other);
  }
  others.sort((a, b) => chance(sentence[b]) - chance(sentence[a]));
  if (others.length) {
    const list = element("p", { className: "others" }, "Or: ");
    for (const other of others.slice(0, 4)) {
      const button = element("button", { type: "button", className: "small" }, ...emphasised(data.edits[sentence[other][EDIT]][READABLE]),
        sentence[other][CHANCE] === null ? "" : ` ${percent(sentence[other][CHANCE])}`);
      button.addEventListener("click", () => decide(index, place, other, ACCEPTED));
      list.append(button, " ");
    }
    card.append(list);
  }
  const now = decision(index, place, at);
  const actions = element("p", { className: "actions" });
  for (const [name, text, shortcut] of [[ACCEPTED, "Accept", "a"], [REJECTED, "Reject", "r"]]) {
    const button = element("button", { type: "button", "aria-pressed": String(now === name), className: name, "aria-keyshortcuts": shortcut }, text);
    button.addEventListener("click", () => decide(index, place, at, now === name ? "" : name));
    actions.append(button);
  }
  actions.append(element("a", { href: editLink(data.edits[chosen[EDIT]][EDIT_NAME]) }, "all such places"));
  card.append(actions);
  mark.setAttribute("aria-expanded", "true");
  mark.closest(".sheet, .lines, body").append(card);
  cardFor = mark;
  pinned = stay;
  putCard(mark);
  card.addEventListener("mouseenter", () => clearTimeout(leaving));
  card.addEventListener("mouseleave", leave);
}

function putCard(mark) {
  const around = card.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const box = [...mark.getClientRects()].at(-1) ?? mark.getBoundingClientRect();
  const room = document.documentElement.clientWidth - card.offsetWidth - 8;
  card.style.left = Math.max(8, Math.min(box.left, room)) - around.left + "px";
  card.style.top = box.bottom + 4 - around.top + "px";
}

function closeCard() {
  clearTimeout(leaving);
  card?.remove();
  cardFor?.removeAttribute("aria-expanded");
  card = cardFor = null;
  pinned = false;
}

function leave() {
  if (!pinned) leaving = setTimeout(closeCard, 250);
}

function decide(index, place, at, what) {
  const sentence = data.documents[index][PARTS][place];
  if (what === ACCEPTED) {
    for (let other = FIRST; other < sentence.length; other++) {
      if (other !== at && conflict(sentence[at], sentence[other])) decisions.delete(key(index, place, other));
    }
  }
  if (what) decisions.set(key(index, place, at), what);
  else decisions.delete(key(index, place, at));
  keepDecisions();
  closeCard();
  refocus = key(index, place, at);
  changed();
}
let refocus = "";  // the mark to focus when the text has been made anew

function startMarks() {
  document.addEventListener("mouseover", (event) => {
    const mark = event.target.closest?.(".essay .edit");
    if (!mark || pinned) return;
    clearTimeout(leaving);
    openCard(mark, false);
  });
  document.addEventListener("mouseout", (event) => { if (event.target.closest?.(".essay .edit")) leave(); });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest?.(".essay .edit");
    if (mark) { if (!(cardFor === mark && pinned)) { pinned = false; openCard(mark, true); pinned = true; } }
    else if (card && !card.contains(event.target)) closeCard();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && card) { const mark = cardFor; closeCard(); mark.focus(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
    const marks = [...document.querySelectorAll("section.page:not([hidden]) .sheet .essay .edit")];
    if (!marks.length) return;
    const focused = document.activeElement?.closest?.(".essay .edit") ?? cardFor;
    if (focused && event.target === focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pinned = false;
      openCard(focused, true);
      card?.querySelector(".actions button")?.focus({ preventScroll: true });
    } else if (event.key === "n" || event.key === "p") {
      const at = marks.indexOf(focused) + (event.key === "n" ? 1 : -1);
      const next = marks[(at + marks.length) % marks.length];
      next.scrollIntoView({ block: "center" });
      next.focus({ preventScroll: true });
      pinned = false;
      openCard(next, true);
    } else if (focused && (event.key === "a" || event.key === "r")) {
      const [index, place, at] = placeOf(focused), what = event.key === "a" ? ACCEPTED : REJECTED;
      decide(index, place, at, decision(index, place, at) === what ? "" : what);
    }
  });
}
