// Pages (#page, #page/what is chosen there, or the id of something in a page) and the filter.

const sections = [...document.querySelectorAll("section.page")];
const FILTERED = ["overview", "essays", "concordance"];
let current = null, rest = "";

function route(event) {
  if (!sections.length) return;
  const [, id, chosenThere] = /^#?([^/]*)\/?(.*)$/s.exec(location.hash);
  const target = id ? by(id) : null;
  if (id === "about") return;
  current = target?.closest("section.page") ?? sections[0];
  rest = decoded(chosenThere);
  closeCard();
  for (const other of sections) other.hidden = other !== current;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === "#" + current.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (by("filter")) by("filter").hidden = !data.documents.length || !FILTERED.includes(current.id);
  showCurrent();
  if (!event) return;
  if (target && target !== current) {
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  } else if (!(current.id === "concordance" && document.activeElement?.closest("#edit-list"))) {
    window.scrollTo(0, 0);
    (current.id === "essays" && open !== null ? by("essay-sheet").querySelector("h3") : current.querySelector("h2")).focus({ preventScroll: true });
  }
}

// Only the page that is seen is made: the others wait until they are opened.
function showCurrent() {
  if (!data.documents.length) return;
  if (current.id === "overview") showClass();
  if (current.id === "concordance") choose(rest);
  if (current.id === "essays") { findStudents(); openStudent(rest); }
}

function startFilter() {
  if (!by("filter")) return;
  const slider = by("least");
  by("least-box").hidden = !hasChances;
  slider.value = String(Math.round(100 * filter.least));
  by("least-value").textContent = slider.value + "%";
  slider.addEventListener("input", () => {
    filter.least = Number(slider.value) / 100;
    by("least-value").textContent = slider.value + "%";
    changed();
  });
  const used = new Set(data.habits.map(([, kind]) => kind));
  const boxes = [...used].sort((a, b) => a - b).map((kind) => {
    const box = element("input", { type: "checkbox", checked: true, value: String(kind) });
    box.addEventListener("change", () => {
      if (box.checked) filter.off.delete(kind); else filter.off.add(kind);
      sayKinds();
      changed();
    });
    return element("label", {}, box, " " + data.kinds[kind]);
  });
  function sayKinds() {
    by("kinds-shown").textContent = filter.off.size ? `${used.size - filter.off.size} of ${used.size} kinds` : "all kinds";
  }
  by("kinds").append(...boxes);
  for (const [id, all] of [["kinds-all", true], ["kinds-none", false]]) {
    by(id).addEventListener("click", () => {
      for (const box of by("kinds").querySelectorAll("input")) {
        box.checked = all;
        if (all) filter.off.delete(Number(box.value)); else filter.off.add(Number(box.value));
      }
      sayKinds();
      changed();
    });
  }
  by("filter").addEventListener("submit", (event) => event.preventDefault());
  listeners.push(() => {
    places = null;
    if (current.id === "essays" && open !== null) showSheet();
    else showCurrent();
    const marks = tallies.reduce((all, tally) => all + tally.marks, 0);
    by("filter-count").textContent = counted(marks, "error") + " marked";
  });
}

if (data.documents.length) {
  count();
  startStudents();
  startConcordance();
  startMarks();
  startFilter();
  by("filter-count").textContent = counted(tallies.reduce((all, tally) => all + tally.marks, 0), "error") + " marked";
}
window.addEventListener("hashchange", route);
route();
