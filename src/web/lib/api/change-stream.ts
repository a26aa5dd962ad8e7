import { type ChangeEvent, MAX_SCREEN_AGE_MS, systemRoutes, TOPICS } from "#contract/system.ts";

const RETRY_MS = 5_000;
const NAME = "company-changes";

type Notice = ChangeEvent | "missed" | "down";

type ChangeSubscriber = {
  onChange: (change: ChangeEvent) => void;
  /** The line was down for a while: anything may have changed. */
  onMissed: () => void;
  /** The line is gone: the server is away, or the session has ended. */
  onDown: () => void;
};

/** A newer server may speak of what this screen does not know yet. */
const parse = (data: string): ChangeEvent | undefined => {
  const change = JSON.parse(data) as ChangeEvent;
  return TOPICS.includes(change.topic) ? change : undefined;
};

/** Keeps one connection open until the signal. The browser reconnects a line that drops; a refusal it leaves to us. */
const listen = (signal: AbortSignal, missedBefore: boolean, notify: (notice: Notice) => void) => {
  let missed = missedBefore;
  const connect = () => {
    if (signal.aborted) return;
    // Nothing on the screen is older than the page itself.
    const age = Math.min(MAX_SCREEN_AGE_MS, Math.ceil(performance.now()));
    const source = new EventSource(`${systemRoutes.events.path}?age=${age}`);
    signal.addEventListener("abort", () => source.close());
    source.addEventListener("open", () => {
      if (missed) notify("missed");
      missed = true;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const change = parse(data);
      if (change) notify(change);
    });
    source.addEventListener("error", () => {
      if (signal.aborted) return;
      notify("down");
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    });
  };
  connect();
};

/**
 * What changes in the company, for every tab over one connection: a browser opens six to a server, so that with a
 * stream in each tab the seventh tab would not load at all. The tab that holds the lock listens and tells the others.
 */
export const subscribeToChanges = ({ onChange, onMissed, onDown }: ChangeSubscriber): (() => void) => {
  const end = new AbortController();
  const channel = new BroadcastChannel(NAME);
  const handle = (notice: Notice) => {
    if (notice === "missed") return onMissed();
    return notice === "down" ? onDown() : onChange(notice);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Notice>) => handle(data));
  end.signal.addEventListener("abort", () => channel.close());

  const lead = (missedBefore: boolean): Promise<void> => {
    const notify = (notice: Notice) => {
      channel.postMessage(notice);
      handle(notice);
    };
    listen(end.signal, missedBefore, notify);
    return new Promise((resolve) => end.signal.addEventListener("abort", () => resolve()));
  };
  void runAsLeader(end.signal, lead);
  return () => end.abort();
};

const runAsLeader = async (signal: AbortSignal, lead: (missedBefore: boolean) => Promise<void>): Promise<void> => {
  // Locks only exist on https and on the own machine; elsewhere every tab listens for itself.
  if (!navigator.locks) return lead(false);
  await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock && !signal.aborted ? lead(false) : null));
  if (signal.aborted) return;
  await navigator.locks
    .request(NAME, { signal }, () => lead(true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
};
