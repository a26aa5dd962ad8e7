/** Injected into every page before its own scripts: the measurements that run inside the page. */
globalThis.probes = { paints, watchKeys, waitForPaints, loadNextPage, scroll, keyTimes: [] };

const scroller = () => document.querySelector("#inhoud");
const rows = () => [...document.querySelectorAll("tbody tr[data-index]")];

const paintTimes = { "first-contentful-paint": 0, "largest-contentful-paint": 0 };

for (const type of ["paint", "largest-contentful-paint"]) {
  const record = ({ name, entryType, startTime }) => {
    paintTimes[name in paintTimes ? name : entryType] = Math.round(startTime);
  };
  new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
}

/** The first and largest contentful paint. Waits, because the browser reports paint entries with a delay. */
async function paints() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    firstContentfulPaint: paintTimes["first-contentful-paint"],
    largestContentfulPaint: paintTimes["largest-contentful-paint"],
  };
}

/** Records the time from each keydown until after the next frame is painted. */
function watchKeys() {
  const record = ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => probes.keyTimes.push(performance.now() - timeStamp);
    requestAnimationFrame(() => port2.postMessage(undefined));
  };
  addEventListener("keydown", record, { capture: true });
}

/** Waits until this many key presses have been painted. */
async function waitForPaints(count) {
  while (probes.keyTimes.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

const loadedRows = () => Number(rows().at(-1)?.dataset.index) + 1;

/** Scrolls to the end until more rows are loaded; returns how long that took and the number of rows. */
async function loadNextPage() {
  const [startedAt, before] = [performance.now(), loadedRows()];
  while (loadedRows() <= before && performance.now() - startedAt < 10_000) {
    scroller().scrollTo({ top: scroller().scrollHeight });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { rows: loadedRows(), ms: performance.now() - startedAt };
}

/** Scrolls from the top at a constant speed, as with a mouse wheel, and records the duration of every frame. */
function scroll(step, seconds) {
  const frameMs = [];
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  scroller().scrollTo({ top: 0 });
  return new Promise((resolve) => {
    let startedAt = 0;
    let last = 0;
    const frame = (now) => {
      if (last) frameMs.push(now - last);
      else {
        startedAt = now;
        observer.observe({ type: "longtask" });
      }
      last = now;
      scroller().scrollBy({ top: step });
      if (now - startedAt < seconds * 1000) return requestAnimationFrame(frame);
      return resolve({ frameMs, longTasks });
    };
    // The jump to the top is not measured.
    setTimeout(() => requestAnimationFrame(frame), 500);
  });
}
