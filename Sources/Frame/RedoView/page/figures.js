// The figures of `redo stats`.

/** @param {number|null} share */
function percent(share) {
  return share === null || share === undefined ? "–" : `${Math.round(share * 100)}%`;
}

/** @param {number} minutes */
function duration(minutes) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/**
 * Shows the figures.
 * @param {Log} log
 * @param {HTMLElement} panel
 * @param {(band: number) => void} openTask
 */
async function showFigures(log, panel, openTask) {
  const figures = await wholePage.then(() => blockJSON("figures"));
  if (!figures) return;
  const now = Date.parse(figures.now);
  const task = (/** @type {string} */ id) => {
    const band = log.bandOfID.get(id);
    return band === undefined ? element("code", { text: id.slice(0, 8) })
      : button(log.meta.bands[band].title || "(no title)", () => openTask(band), { class: "link" });
  };
  const tile = (/** @type {string} */ label, /** @type {string} */ value, /** @type {string} */ note, isLate = false) =>
    element("div", { class: "tile" }, element("span", { class: "label", text: label }), element("strong", { text: value }),
      element("span", { class: isLate ? "note late" : "note", text: note }));
  const { todos, open, streak, recent, velocity, burndown } = figures;
  const number = (/** @type {number} */ value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
  panel.replaceChildren(
    element("h2", { text: "Figures" }),
    element("p", { class: "none", text: `of ${moment(now)}, all tasks of the log` }),
    element("div", { class: "tiles" },
      tile("Completed", percent(figures.completionRate), `${number(todos.completed)} of ${counted(todos.total, "occurrence")}`),
      tile("Open", number(open.tasks), `${number(open.overdue)} overdue, ${number(open.dueToday)} due today`, open.overdue > 0),
      tile("Streak", counted(streak.current, "day"), `longest ${counted(streak.longest, "day")}`),
      tile("Time to completion", figures.meanDaysToCompletion === null ? "–" : `${number(figures.meanDaysToCompletion)} d`,
        figures.medianDaysToCompletion === null ? "nothing completed yet" : `median ${number(figures.medianDaysToCompletion)} days`),
      tile(`Last ${counted(recent.days, "day")}`, number(recent.completions), `completed, ${number(recent.points)} story points`)),
    element("div", { class: "cards" },
      barChart("Story points by week", velocity.weeks.map((/** @type {any} */ week) => ({ label: week.monday.slice(5), value: week.points, text: number(week.points) })), 2),
      lineChart("Story points still open", burndown.days.map((/** @type {any} */ entry) => ({ label: entry.day, value: entry.remaining, text: number(entry.remaining) }))),
      barChart("Completed by hour", figures.completionsByHour.map((/** @type {number} */ count, /** @type {number} */ hour) => ({ label: String(hour), value: count, text: number(count) })), 3),
      barChart("Completed by priority", figures.completionRateByPriority.map((/** @type {any} */ rate) => ({ label: `priority ${rate.priority}`, value: rate.rate ?? 0, text: percent(rate.rate) }))),
      figureTable("Pending, by deadline", ["Due", "Priority", "Rank", "Task"], figures.pending.map((/** @type {any} */ entry) => [
        element("span", { class: entry.deadline && Date.parse(entry.deadline) < now ? "late" : "", text: entry.deadline ? moment(Date.parse(entry.deadline)) : "–" }),
        String(entry.priority), number(entry.rank), task(entry.task)])),
      figureTable("Blocked", ["Task", "Waits for"], figures.blocked.map((/** @type {any} */ entry) => [
        task(entry.task), element("span", {}, ...entry.waitsFor.flatMap((/** @type {string} */ id, /** @type {number} */ index) => [index > 0 && ", ", task(id)]))])),
      figureTable("Projects", ["Project", "Done", "Open", "Overdue", "Points open"], figures.projects.map((/** @type {any} */ project) => [
        project.name ?? "no project", number(project.done), number(project.open), number(project.overdue), number(project.points)])),
      figureTable(`Tracked time: ${duration(figures.time.minutes)}`, ["Project", "Time"], figures.time.rows.map((/** @type {any} */ row) => [
        row.name ?? "no project", duration(row.minutes) + (row.running > 0 ? " (running)" : "")])),
      figureTable("Tracked time by task", ["Task", "Time"], figures.time.tasks.map((/** @type {any} */ row) => [
        task(row.task), duration(row.minutes) + (row.running > 0 ? " (running)" : "")])),
      figureTable("Completion by task", ["Task", "Completed", "Rate"], figures.byTask.map((/** @type {any} */ entry) => [
        task(entry.task), `${number(entry.completed)} of ${number(entry.total)}`, percent(entry.total ? entry.completed / entry.total : null)]))));
}
