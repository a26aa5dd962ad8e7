import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound } from "#platform/app-error.ts";
import type { Cookies } from "#platform/http/cookies.ts";
import { readAppPages } from "./app-pages.ts";
import { readLandingPage } from "./landing-page.ts";
import type { Page } from "./page-in-memory.ts";

export const BUILT_PAGES = join(import.meta.dirname, "../../dist/web");
const API = /^\/(api|admin\/api|objects)(\/|$)/;
const ADMIN = /^\/admin(\/|$)/;
const ASSET = /\.\w{2,5}$/;

/** The addresses that are files. Nothing else is ever looked for on the disk, so no address can lead out of the folder. */
const findAssets = async (folder: string): Promise<Set<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".html"));
  return new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll("\\", "/")}`),
  );
};

interface Needs {
  cookies: Cookies;
  folder: string;
  publicUrl: URL;
}

/**
 * The screens. They are no routes: whatever the table does not serve, and is no call either, is a page of the app.
 * Somebody without a session gets the landing page as finished HTML, for search engines and slow lines.
 */
export const serveWebFiles = async (app: FastifyInstance, { cookies, folder, publicUrl }: Needs): Promise<void> => {
  const assets = await findAssets(folder);
  const landing = await readLandingPage(folder, publicUrl);
  const appPage = await readAppPages(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });

  const pageAt = (request: FastifyRequest, path: string): Page | undefined => {
    // The cookie of the admin panel does not come along from another site: without it, nothing is known.
    const visitor = !ADMIN.test(path) && cookies.read(request, "main") === undefined;
    if (visitor && path === "/" && landing) return landing;
    return appPage?.(path)[visitor ? "visitor" : "member"];
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const page = pageAt(request, path);
    if ((request.method !== "GET" && request.method !== "HEAD") || API.test(path) || !page) throw notFound();
    if (!ASSET.test(path)) {
      reply.header("cache-control", "no-cache").header("vary", "cookie, accept-encoding");
      return page(request, reply);
    }
    if (!assets.has(path)) throw notFound();
    const hashed = path.startsWith("/assets/");
    return reply.sendFile(path, { maxAge: hashed ? "365d" : "1h", immutable: hashed });
  });
};
