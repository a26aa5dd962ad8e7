import { type ChangeEvent, MAX_SCREEN_AGE_MS, systemRoutes, TOPICS } from "#contract/system.ts";

const RETRY_MS = 5_000;
/** The name of both the lock and the broadcast channel of the tabs. */
const SHARED_NAME = "company-changes";

type StreamEvent = ChangeEvent | "reconnected" | "disconnected";

type ChangeSubscriber = {
  onChange: (change: ChangeEvent) => void;
  /** Connected again after an interruption: any change may have been missed. */
  onReconnected: () => void;
  /** The connection was lost or refused: the server is unreachable, or the session has ended. */
  onDisconnected: () => void;
};

/** A newer server may send topics that this version of the screen does not know. */
const parseChange = (data: string): ChangeEvent | undefined => {
  const change = JSON.parse(data) as ChangeEvent;
  return TOPICS.includes(change.topic) ? change : undefined;
};

/**
 * Keeps one connection open until the signal aborts. EventSource reconnects by itself after an interruption, but not after an
 * error status. With `isTakeover` even the first connection is a reconnect: another tab had the stream before.
 */
const openStream = (signal: AbortSignal, isTakeover: boolean, emit: (event: StreamEvent) => void) => {
  let isReconnect = isTakeover;
  const connect = () => {
    if (signal.aborted) return;
    // The data on the screen is at most as old as the page.
    const maxDataAge = Math.min(MAX_SCREEN_AGE_MS, Math.ceil(performance.now()));
    const source = new EventSource(`${systemRoutes.events.path}?age=${maxDataAge}`);
    signal.addEventListener("abort", () => source.close());
    source.addEventListener("open", () => {
      if (isReconnect) emit("reconnected");
      isReconnect = true;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const change = parseChange(data);
      if (change) emit(change);
    });
    source.addEventListener("error", () => {
      if (signal.aborted) return;
      emit("disconnected");
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
    });
  };
  connect();
};

/**
 * The changes in the company, for all tabs over one connection: a browser opens at most six HTTP/1.1 connections to a host, so
 * with a stream in each tab the seventh tab would not load at all. The tab that holds the lock broadcasts the events to the others.
 */
export const subscribeToChanges = ({ onChange, onReconnected, onDisconnected }: ChangeSubscriber): (() => void) => {
  const end = new AbortController();
  const channel = new BroadcastChannel(SHARED_NAME);
  const handle = (event: StreamEvent) => {
    if (event === "reconnected") return onReconnected();
    return event === "disconnected" ? onDisconnected() : onChange(event);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<StreamEvent>) => handle(data));
  end.signal.addEventListener("abort", () => channel.close());

  const openAndBroadcast = (isTakeover: boolean): Promise<void> => {
    const emit = (event: StreamEvent) => {
      channel.postMessage(event);
      handle(event);
    };
    openStream(end.signal, isTakeover, emit);
    return new Promise((resolve) => end.signal.addEventListener("abort", () => resolve()));
  };
  void runAsLeader(end.signal, openAndBroadcast);
  return () => end.abort();
};

/** Runs `work` in one tab at a time: now when no tab has the lock, else when the tab that has it closes. */
const runAsLeader = async (signal: AbortSignal, work: (isTakeover: boolean) => Promise<void>): Promise<void> => {
  // The Web Locks API exists only on https and localhost; elsewhere every tab has its own connection.
  if (!navigator.locks) return work(false);
  await navigator.locks.request(SHARED_NAME, { ifAvailable: true }, (lock) =>
    lock && !signal.aborted ? work(false) : null,
  );
  if (signal.aborted) return;
  await navigator.locks
    .request(SHARED_NAME, { signal }, () => work(true))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
};
