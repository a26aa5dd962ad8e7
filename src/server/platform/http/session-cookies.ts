import type { FastifyReply, FastifyRequest } from "fastify";
import type { Side } from "../sessions.ts";

/** Under https the name prefixes make the browser refuse a cookie that another host of the domain has set. */
const cookieFor = (side: Side, secure: boolean) =>
  side === "main"
    ? { name: secure ? "__Host-usa_session" : "usa_session", path: "/", sameSite: "lax" as const }
    : { name: secure ? "__Secure-usa_admin" : "usa_admin", path: "/admin", sameSite: "strict" as const };

export const createCookies = (secure: boolean) => ({
  read: (request: FastifyRequest, side: Side): string | undefined => request.cookies[cookieFor(side, secure).name],
  write: (reply: FastifyReply, side: Side, token: string, expires: Date): void => {
    const { name, ...where } = cookieFor(side, secure);
    reply.setCookie(name, token, { ...where, secure, httpOnly: true, expires });
  },
  clear: (reply: FastifyReply, side: Side): void => {
    const { name, ...where } = cookieFor(side, secure);
    reply.clearCookie(name, { ...where, secure, httpOnly: true });
  },
});

export type Cookies = ReturnType<typeof createCookies>;
