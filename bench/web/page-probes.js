/** Put into every page before its own code: what is measured from inside. */
globalThis.probes = { paints, watchKeys, untilShown, toEnd, scroll, keyTimes: [] };

const place = () => document.querySelector("#inhoud");
const rows = () => [...document.querySelectorAll("tbody tr[data-index]")];

const seen = { "first-contentful-paint": 0, "largest-contentful-paint": 0 };

for (const type of ["paint", "largest-contentful-paint"]) {
  const note = ({ name, entryType, startTime }) => {
    seen[name in seen ? name : entryType] = Math.round(startTime);
  };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
}

/** When the first and the largest thing were seen. What was just put on the page is told a moment later. */
async function paints() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { firstPaint: seen["first-contentful-paint"], largestPaint: seen["largest-contentful-paint"] };
}

/** From the moment of a key until after the next frame has been drawn. */
function watchKeys() {
  const note = ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => probes.keyTimes.push(performance.now() - timeStamp);
    requestAnimationFrame(() => port2.postMessage(undefined));
  };
  addEventListener("keydown", note, { capture: true });
}

/** When this many keys have been answered. */
async function untilShown(count) {
  while (probes.keyTimes.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

const lastRow = () => Number(rows().at(-1)?.dataset.index) + 1;

/** Goes to the end of what has been read, and tells when more rows stand there, and how many. */
async function toEnd() {
  const [begun, before] = [performance.now(), lastRow()];
  while (lastRow() <= before && performance.now() - begun < 10_000) {
    place().scrollTo({ top: place().scrollHeight });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { read: lastRow(), took: performance.now() - begun };
}

/** Scrolls from the top at a steady speed, as a hand on a wheel does, and keeps what every frame took. */
function scroll(step, seconds) {
  const took = [];
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  place().scrollTo({ top: 0 });
  return new Promise((resolve) => {
    let begun = 0;
    let last = 0;
    const frame = (now) => {
      if (last) took.push(now - last);
      else {
        begun = now;
        observer.observe({ type: "longtask" });
      }
      last = now;
      place().scrollBy({ top: step });
      if (now - begun < seconds * 1000) return requestAnimationFrame(frame);
      return resolve({ took, longTasks, blank: rows().length === 0 });
    };
    // The jump to the top is not part of it.
    setTimeout(() => requestAnimationFrame(frame), 500);
  });
}
