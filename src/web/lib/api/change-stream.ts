import { type ChangeEvent, MAX_SCREEN_AGE_MS, systemRoutes, TOPICS } from "#contract/system.ts";

const RETRY_MS = 5_000;
/** Of the lock and of the channel between the tabs. */
const SHARED_NAME = "company-changes";

type StreamEvent = ChangeEvent | "missed" | "down";

type ChangeSubscriber = {
  onChange: (change: ChangeEvent) => void;
  /** The connection was interrupted: any change may have been missed. */
  onMissed: () => void;
  /** The connection failed: the server is unreachable, or the session has ended. */
  onDown: () => void;
};

/** A newer server may send topics that this version of the screen does not know. */
const parseChange = (data: string): ChangeEvent | undefined => {
  const change = JSON.parse(data) as ChangeEvent;
  return TOPICS.includes(change.topic) ? change : undefined;
};

/** Keeps one connection open until the signal aborts. EventSource reconnects by itself after an interruption, but not after an error status. */
const openStream = (signal: AbortSignal, missedBefore: boolean, emit: (event: StreamEvent) => void) => {
  let missed = missedBefore;
  const connect = () => {
    if (signal.aborted) return;
    // No data on the screen was loaded before the page.
    const age = Math.min(MAX_SCREEN_AGE_MS, Math.ceil(performance.now()));
    const source = new EventSource(`${systemRoutes.events.path}?age=${age}`);
    signal.addEventListener("abort", () => source.close());
    source.addEventListener("open", () => {
      if (missed) emit("missed");
      missed = true;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const change = parseChange(data);
      if (change) emit(change);
    });
    source.addEventListener("error", () => {
      if (signal.aborted) return;
      emit("down");
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    });
  };
  connect();
};

/**
 * The changes in the company, for all tabs over one connection: a browser opens six to a server, so that with a stream in
 * each tab the seventh tab would not load at all. The tab that holds the lock listens and broadcasts to the others.
 */
export const subscribeToChanges = ({ onChange, onMissed, onDown }: ChangeSubscriber): (() => void) => {
  const end = new AbortController();
  const channel = new BroadcastChannel(SHARED_NAME);
  const handle = (event: StreamEvent) => {
    if (event === "missed") return onMissed();
    return event === "down" ? onDown() : onChange(event);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<StreamEvent>) => handle(data));
  end.signal.addEventListener("abort", () => channel.close());

  const lead = (missedBefore: boolean): Promise<void> => {
    const emit = (event: StreamEvent) => {
      channel.postMessage(event);
      handle(event);
    };
    openStream(end.signal, missedBefore, emit);
    return new Promise((resolve) => end.signal.addEventListener("abort", () => resolve()));
  };
  void runAsLeader(end.signal, lead);
  return () => end.abort();
};

const runAsLeader = async (signal: AbortSignal, lead: (missedBefore: boolean) => Promise<void>): Promise<void> => {
  // The Web Locks API exists only on https and localhost; elsewhere every tab has its own connection.
  if (!navigator.locks) return lead(false);
  await navigator.locks.request(SHARED_NAME, { ifAvailable: true }, (lock) =>
    lock && !signal.aborted ? lead(false) : null,
  );
  if (signal.aborted) return;
  await navigator.locks
    .request(SHARED_NAME, { signal }, () => lead(true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
};
