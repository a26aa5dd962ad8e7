import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authRoutes } from "#contract/auth.ts";
import { notFound } from "#platform/app-error.ts";
import type { Cookies } from "#platform/http/authorization.ts";

type CachedPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** A page that stays the same until the next start: compressed once, and served as 304 where the browser has it. */
const createCachedPage = (html: string): CachedPage => {
  const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const compressed = {
    br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(html),
  };
  return (request, reply) => {
    reply.type("text/html; charset=utf-8").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = (["br", "gzip"] as const).find((name) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
    return encoding ? reply.header("content-encoding", encoding).send(compressed[encoding]) : reply.send(html);
  };
};

/** With a session cookie, and without one. */
type AppPage = { member: CachedPage; visitor: CachedPage };

const readIfPresent = (folder: string, name: string) => readFile(join(folder, name), "utf8").catch(() => undefined);

/** The prerendered skeleton of a screen, and for whom. */
type Skeleton = { who: keyof AppPage; html: string };

const ROOT_ELEMENT = '<div id="root"></div>';

const preloadScript = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;

const ADMIN_PATH = /^\/admin(\/|$)/;

/** Fetched while the scripts load, so that a screen can request its data as soon as they run. */
const preloadCurrentUser = (path: string): string => {
  const route = ADMIN_PATH.test(path) ? authRoutes.adminUser : authRoutes.currentUser;
  return `<link rel="preload" as="fetch" crossorigin href="${route.path}">`;
};

const appendToHead = (html: string, tags: string): string => html.replace("</head>", () => `${tags}</head>`);

/** The first paint needs styles and font, which would otherwise share the bandwidth with the scripts. */
const lowerScriptPriority = (html: string): string =>
  html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

const insertSkeleton = (html: string, skeleton: string | undefined): string =>
  skeleton ? lowerScriptPriority(html).replace(ROOT_ELEMENT, () => ROOT_ELEMENT.replace("><", `>${skeleton}<`)) : html;

/** `data-visitor` tells the app not to ask for the current user, which would be refused. */
const buildAppPage = (path: string, html: string, skeleton?: Skeleton): AppPage => {
  const withSkeleton = (who: keyof AppPage) => insertSkeleton(html, skeleton?.who === who ? skeleton.html : undefined);
  return {
    member: createCachedPage(appendToHead(withSkeleton("member"), preloadCurrentUser(path))),
    visitor: createCachedPage(withSkeleton("visitor").replace("<html", "<html data-visitor")),
  };
};

const readBuildTable = async <Value>(folder: string, name: string): Promise<Record<string, Value>> =>
  JSON.parse((await readIfPresent(folder, `.vite/${name}.json`)) ?? "{}") as Record<string, Value>;

/** The page of the app, for each screen with its skeleton and preloaded scripts. Undefined when nothing is built. */
const readAppPages = async (folder: string): Promise<((path: string) => AppPage) | undefined> => {
  const html = await readIfPresent(folder, "index.html");
  if (html === undefined) return undefined;
  const [screens, skeletons] = await Promise.all([
    readBuildTable<string[]>(folder, "screens"),
    readBuildTable<Skeleton>(folder, "skeletons"),
  ]);
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      buildAppPage(path, appendToHead(html, files.map(preloadScript).join("")), skeletons[path]),
    ]),
  );
  const [defaultPage, defaultAdminPage] = [buildAppPage("/", html), buildAppPage("/admin", html)];
  return (path) => pages.get(path) ?? (ADMIN_PATH.test(path) ? defaultAdminPage : defaultPage);
};

// Other sites show this picture next to a link to us, and need an absolute URL.
const OG_IMAGE = /(<meta property="og:image" content=")(\/[^"]*)(">)/;

/** The page for visitors, with the public URL of this installation filled in. Undefined when nothing is built. */
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
/** Pages whose URL contains a token or a code: no other site may see it as the referrer. */
const TOKEN_PATH = /^\/(admin\/)?(reset-password|confirm-email|login\/sso\/[^/]+)$/;
const ASSET_PATH = /\.\w{2,5}$/;

/** The URL paths of files. Nothing else is looked up on disk, so that no path can lead out of the folder. */
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
 * Serves the screens. They are not in the route table: every path that is neither a route nor an API path is a page of the app.
 * Without a session, `/` is the landing page as complete HTML, for search engines and slow connections.
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
    // Browsers do not send the admin cookie with a link from another site, so its absence says nothing.
    const isVisitor = !ADMIN_PATH.test(path) && cookies.read(request, "main") === undefined;
    if (isVisitor && path === "/" && landing) return landing;
    return appPage?.(path)[isVisitor ? "visitor" : "member"];
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const page = pageAt(request, path);
    if ((request.method !== "GET" && request.method !== "HEAD") || API_PATH.test(path) || !page) throw notFound();
    if (TOKEN_PATH.test(path)) reply.header("referrer-policy", "no-referrer");
    if (!ASSET_PATH.test(path)) {
      reply.header("cache-control", "no-cache").header("vary", "cookie, accept-encoding");
      return page(request, reply);
    }
    if (!assets.has(path)) throw notFound();
    const hashed = path.startsWith("/assets/");
    return reply.sendFile(path, { maxAge: hashed ? "365d" : "1h", immutable: hashed });
  });
};
