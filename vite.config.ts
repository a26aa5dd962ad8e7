import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanContract } from "./src/web/build/lean-contract.ts";
import { preloadTags } from "./src/web/build/preload-tags.ts";
import { prerenderFrames } from "./src/web/build/prerender-frames.ts";
import { prerenderLanding } from "./src/web/build/prerender-landing.ts";
import { screenScripts } from "./src/web/build/screen-scripts.ts";

const WEB = resolve(import.meta.dirname, "src/web");
const COMPRESSIBLE = /\.(js|css|svg|html)$/;
const WORTH_IT_BYTES = 1024;
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core))\//;

const NOT_THE_ENTRY = /^(?!.*app\/main\.tsx).*\.[mc]?[jt]sx?$/;
const FIELDS =
  /src\/web\/ui\/(field\/(field|input|password-input)|page\/card)\.tsx|@radix-ui\/react-(label|primitive)\//;
// All that opens over a screen, with what the library needs for it and nothing on the screen itself does.
const OVERLAYS =
  /src\/web\/ui\/(overlay\/(dropdown-menu-list|popover-panel|floating)|select\/select-list|dialog\/(dialog-window|sheet-panel|confirm-dialog|dialog-panel))\.tsx?|node_modules\/(@radix-ui\/number|@radix-ui\/react-(select|menu|dropdown-menu|popover|dialog|alert-dialog|popper|arrow|portal|dismissable-layer|focus-scope|focus-guards|visually-hidden)|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)\//;
// Not the forms, which would bring their libraries along, and not what is only for the admin panel.
const KIT =
  /src\/web\/(ui|lib)\/(?!field\/form-fields|dialog\/form-dialog|forms\/(form-resolver|field-errors)|api\/admin-)|node_modules\/@radix-ui\//;
const SESSION = /src\/web\/(features\/auth\/auth\.api|app\/gates\/unknown-session)\.tsx?/;
const WORKSPACE = /src\/web\/app\/layouts\/main-layout\.tsx/;
const FORMS =
  /node_modules\/(zod|react-hook-form|@hookform\/resolvers)\/|src\/contract\/(forms|field-schemas|dutch-errors)\.ts|src\/web\/lib\/forms\/form-resolver\.ts/;

const server = `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;

/** Compressed once here, at the highest level, instead of on every request. */
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  writeBundle: async ({ dir = "" }, bundle) => {
    const compress = async (name: string) => {
      const path = join(dir, name);
      const bytes = await readFile(path);
      if (bytes.length < WORTH_IT_BYTES) return;
      const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    };
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => COMPRESSIBLE.test(name))
        .map(compress),
    );
  },
});

export default defineConfig({
  root: WEB,
  plugins: [
    react(),
    tailwindcss(),
    leanContract(),
    prerenderLanding(),
    prerenderFrames(),
    preloadTags(),
    screenScripts(),
    precompress(),
  ],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    rolldownOptions: {
      input: { index: resolve(WEB, "index.html"), landing: resolve(WEB, "landing.html") },
      output: {
        codeSplitting: {
          groups: [
            // Changes with our dependencies only, so it stays in people's browsers over our own releases.
            { name: "vendor", test: LIBRARIES },
            // Only what has a form parses: by itself, the library would come along with everything that knows the contract.
            { name: "forms", test: FORMS, includeDependenciesRecursively: false },
            { name: "shell", tags: ["$initial"], test: NOT_THE_ENTRY, includeDependenciesRecursively: false },
            // One file, or every icon that two screens share would be a request of its own.
            { name: "icons", test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: "fields", test: FIELDS, includeDependenciesRecursively: false },
            { name: "overlays", test: OVERLAYS, includeDependenciesRecursively: false },
            // What nearly every screen needs is few files, or each module that a few of them share would be a request of its own.
            { name: "kit", test: KIT, minShareCount: 3, includeDependenciesRecursively: false },
            { name: "contract", test: /src\/contract\//, minShareCount: 3, includeDependenciesRecursively: false },
            { name: "session", test: SESSION },
            { name: "workspace", test: WORKSPACE },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(["/api", "/admin/api", "/objects", "/readyz"].map((path) => [path, server])) },
});
