import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authRoutes } from "#contract/auth.ts";
import { notFound } from "#platform/app-error.ts";
import type { Cookies } from "#platform/http/session-cookies.ts";

type CachedPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page that is the same for everybody until the next start: compressed once, and not sent again to whoever has it. */
const createCachedPage = (html: string): CachedPage => {
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const forms = {
    br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(html),
  };
  return (request, reply) => {
    reply.type("text/html; charset=utf-8").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = (["br", "gzip"] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
    return encoding ? reply.header("content-encoding", encoding).send(forms[encoding]) : reply.send(html);
  };
};

/** For somebody who may be signed in, and for somebody who cannot be. */
type AppPage = { member: CachedPage; visitor: CachedPage };

const readIfPresent = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

/** How a screen looks while all that it shows is on its way, and for whom. */
type Frame = { who: keyof AppPage; html: string };

const ROOT_ELEMENT = '<div id="root"></div>';

const preloadScript = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

const ADMIN_SCREEN = /^\/admin(\/|$)/;

/** Asked together with the scripts: the answer is there before they are, and what a screen shows is asked for at once. */
const preloadCurrentUser = (path: string): string => {
  const route = ADMIN_SCREEN.test(path) ? authRoutes.adminUser : authRoutes.currentUser;
  return `<link rel="preload" as="fetch" crossorigin href="${route.path}">`;
};

const appendToHead = (html: string, tags: string): string => html.replace("</head>", () => `${tags}</head>`);

/** What is seen first needs the styles and the font: scripts do not take the line from them. */
const lowerScriptPriority = (html: string): string =>
  html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

const insertFrame = (html: string, frame: string | undefined): string =>
  frame ? lowerScriptPriority(html).replace(ROOT_ELEMENT, () => ROOT_ELEMENT.replace("><", `>${frame}<`)) : html;

/** A visitor's page says that it is one: asking who is signed in would only be refused. */
const buildAppPage = (path: string, html: string, frame?: Frame): AppPage => {
  const framed = (who: keyof AppPage) => insertFrame(html, frame?.who === who ? frame.html : undefined);
  return {
    member: createCachedPage(appendToHead(framed("member"), preloadCurrentUser(path))),
    visitor: createCachedPage(framed("visitor").replace("<html", "<html data-visitor")),
  };
};

const readBuildTable = async <Value>(folder: string, name: string): Promise<Record<string, Value>> =>
  JSON.parse((await readIfPresent(folder, `.vite/${name}.json`)) ?? "{}") as Record<string, Value>;

/** The page of the app, for each screen with its frame and the scripts that it will ask for; nothing without a build. */
const readAppPages = async (folder: string): Promise<((path: string) => AppPage) | undefined> => {
  const html = await readIfPresent(folder, "index.html");
  if (html === undefined) return undefined;
  const [screens, frames] = await Promise.all([
    readBuildTable<string[]>(folder, "screens"),
    readBuildTable<Frame>(folder, "frames"),
  ]);
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      buildAppPage(path, appendToHead(html, files.map(preloadScript).join("")), frames[path]),
    ]),
  );
  const [other, otherOfAdmin] = [buildAppPage("/", html), buildAppPage("/admin", html)];
  return (path) => pages.get(path) ?? (ADMIN_SCREEN.test(path) ? otherOfAdmin : other);
};

// Other sites show this picture beside a link to us, and take no address without a host.
const OG_IMAGE = /(<meta property="og:image" content=")(\/[^"]*)(">)/;

/** The page for visitors, with the address under which this installation is reached filled in; nothing without a page. */
const readLandingPage = async (folder: string, publicUrl: URL): Promise<CachedPage | undefined> => {
  const built = await readFile(join(folder, "landing.html"), "utf8").catch(() => undefined);
  if (built === undefined) return undefined;
  return createCachedPage(
    built.replace(OG_IMAGE, (_, before: string, path: string, after: string) =>
      [before, new URL(path, publicUrl).href, after].join(""),
    ),
  );
};

export const WEB_BUILD_FOLDER = join(import.meta.dirname, "../../dist/web");
const API_PATH = /^\/(api|admin\/api|objects)(\/|$)/;
const ADMIN_PATH = /^\/admin(\/|$)/;
const ASSET_PATH = /\.\w{2,5}$/;

/** The addresses that are files. Nothing else is ever looked for on the disk, so no address can lead out of the folder. */
const findAssets = async (folder: string): Promise<Set<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".html"));
  return new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll("\\", "/")}`),
  );
};

interface WebFilesDeps {
  cookies: Cookies;
  folder: string;
  publicUrl: URL;
}

/**
 * The screens. They are no routes: whatever the table does not serve, and is no call either, is a page of the app.
 * Somebody without a session gets the landing page as finished HTML, for search engines and slow lines.
 */
export const serveWebFiles = async (
  app: FastifyInstance,
  { cookies, folder, publicUrl }: WebFilesDeps,
): Promise<void> => {
  const assets = await findAssets(folder);
  const landing = await readLandingPage(folder, publicUrl);
  const appPage = await readAppPages(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

  const pageAt = (request: FastifyRequest, path: string): CachedPage | undefined => {
    // The cookie of the admin panel does not come along from another site: without it, nothing is known.
    const visitor = !ADMIN_PATH.test(path) && cookies.read(request, "main") === undefined;
    if (visitor && path === "/" && landing) return landing;
    return appPage?.(path)[visitor ? "visitor" : "member"];
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const page = pageAt(request, path);
    if ((request.method !== "GET" && request.method !== "HEAD") || API_PATH.test(path) || !page) throw notFound();
    if (!ASSET_PATH.test(path)) {
      reply.header("cache-control", "no-cache").header("vary", "cookie, accept-encoding");
      return page(request, reply);
    }
    if (!assets.has(path)) throw notFound();
    const hashed = path.startsWith("/assets/");
    return reply.sendFile(path, { maxAge: hashed ? "365d" : "1h", immutable: hashed });
  });
};
