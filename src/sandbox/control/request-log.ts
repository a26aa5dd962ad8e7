export type LoggedRequest = {
  /** Real time, whatever the sandbox's clock says: this is about the wire. */
  at: string;
  method: string;
  path: string;
  query: string;
  /** Null while the answer is being made, and for good when the connection was reset. */
  status: number | null;
  ms: number | null;
  /** The fault it met, if any. */
  fault: string | null;
};

export type RequestLog = {
  open(method: string, url: string): LoggedRequest;
  list(): readonly LoggedRequest[];
  reset(): void;
};

const CAPACITY = 1_000;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    open: (method, url) => {
      const [path = "", query = ""] = splitOnce(url, "?");
      const entry = { at: new Date().toISOString(), method, path, query, status: null, ms: null, fault: null };
      entries.push(entry);
      if (entries.length > CAPACITY) entries.shift();
      return entry;
    },
    list: () => entries,
    reset: () => {
      entries = [];
    },
  };
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
