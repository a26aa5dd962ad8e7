import type { SessionEntry } from "./database/entry.ts";
import { hashToken, idleCutoff, isRecentlySeen, type Session } from "./sessions.ts";

/** More people than one process serves in a minute; beyond it, the longest known are read anew. */
const MOST_KNOWN = 10_000;

const keyOf = (tokenHash: Buffer) => tokenHash.toString("base64");

/** Sessions of the workspace that this process has read less than a minute ago. */
export class KnownSessions {
  private readonly sessions = new Map<string, Session>();

  find(token: string, now: Date): Session | undefined {
    const session = this.sessions.get(keyOf(hashToken(token)));
    return session && isRecentlySeen(session, now) ? session : undefined;
  }

  keep(session: Session): void {
    const key = keyOf(session.tokenHash);
    // The last one to be kept stands last.
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const [longest] = this.sessions.keys();
    if (longest && this.sessions.size > MOST_KNOWN) this.sessions.delete(longest);
  }

  forget(token: string): void {
    this.sessions.delete(keyOf(hashToken(token)));
  }
}

/** Who was in a moment ago comes in as they were then. The database says whether they still are. */
export const entryOf = ({ tokenHash, person, version }: Session, now: Date): SessionEntry => ({
  state: "unasked",
  query: (planning) => ({
    name: "enter_company",
    text: "select enter_company($1, $2, $3, $4, $5, $6)",
    values: [tokenHash, person.sessionId, version, now, idleCutoff("main", now), planning],
  }),
});
