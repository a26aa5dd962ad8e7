import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanContract } from "./src/web/build/lean-contract.ts";
import { preloadTags, screenScripts } from "./src/web/build/preload.ts";
import { prerenderLanding, prerenderSkeletons } from "./src/web/build/prerender.ts";

const WEB = resolve(import.meta.dirname, "src/web");
const COMPRESSIBLE = /\.(js|css|svg|html)$/;
const WORTH_IT_BYTES = 1024;
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-query|query-core))\//;

const NOT_THE_ENTRY = /^(?!.*app\/main\.tsx).*\.[mc]?[jt]sx?$/;
const FORMS =
  /node_modules\/(zod|react-hook-form|@hookform\/resolvers)\/|src\/contract\/(forms|field-schemas|dutch-errors)\.ts|src\/web\/lib\/forms\/form-resolver\.ts/;
/** The few parts of the ui that the sign-in screens need too. */
const PAGE = /src\/web\/ui\/(field\/(?!switch)|page\/|[\w-]+\.tsx?$)/;

const SHARED_PARTS = ["ui/", "lib/"];
/** Few screens show these parts, or they would bring the libraries of forms and of text differences to every screen. */
const RARELY_SHOWN_PARTS = [
  "ui/content/text-diff",
  "ui/field/switch",
  "ui/table/responsive",
  "lib/forms/",
  "lib/airtable/",
  "lib/labels/writer",
  "lib/labels/send-plan",
  "lib/labels/refusals",
  "lib/lists/keep-focus",
  "lib/lists/row-selection",
  "lib/leads/",
];
/** Every lead in a list has one. */
const LEAD_LINK = "lib/leads/lead-link";

/** All other parts of ui and lib. */
const isKit = (id: string): boolean => {
  const [, part] = id.split("/src/web/");
  if (part === undefined || !SHARED_PARTS.some((folder) => part.startsWith(folder))) return false;
  return part.startsWith(LEAD_LINK) || !RARELY_SHOWN_PARTS.some((rare) => part.startsWith(rare));
};

/** Parts that only dialogs use, which are loaded after their screen. */
const DIALOGS = /src\/web\/ui\/(dialog\/(choice|report|form)-dialog|select\/(combobox|text-match))\./;

const server = `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;

/** Compresses the files once, at the highest level, instead of on every request. */
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
    prerenderSkeletons(),
    preloadTags(),
    screenScripts(),
    precompress(),
  ],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Browsers that run this code know modulepreload.
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: { index: resolve(WEB, "index.html"), landing: resolve(WEB, "landing.html") },
      output: {
        // Hashes do not shrink under gzip: with seven characters instead of eight, the first load of / is 0.25 KB smaller.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            // Changes only with the dependencies, so that browsers keep it in their cache across releases.
            { name: "vendor", test: LIBRARIES },
            // Screens without a form do not load the form and schema libraries.
            { name: "forms", test: FORMS, includeDependenciesRecursively: false },
            { name: "shell", tags: ["$initial"], test: NOT_THE_ENTRY, includeDependenciesRecursively: false },
            // What several screens share is a file each, and not a request per module.
            { name: "icons", test: /node_modules\/lucide-react\//, minShareCount: 3 },
            {
              name: "radix",
              test: /node_modules\/@radix-ui\/(?!react-switch)/,
              minShareCount: 4,
              includeDependenciesRecursively: false,
            },
            { name: "page", test: PAGE, minShareCount: 4, includeDependenciesRecursively: false },
            { name: "dates", test: /src\/web\/ui\/date\//, minShareCount: 3, includeDependenciesRecursively: false },
            { name: "dialogs", test: DIALOGS, minShareCount: 3, includeDependenciesRecursively: false },
            { name: "kit", test: isKit, minShareCount: 4, includeDependenciesRecursively: false },
            {
              name: "contract",
              test: /src\/contract\/(?!\w+-forms|airtable-connection|workbench|prompts\.)/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(["/api", "/admin/api", "/objects", "/readyz"].map((path) => [path, server])) },
});
