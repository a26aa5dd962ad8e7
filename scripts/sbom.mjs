import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root, toolEnvironment } from "./launch/paths.mjs";
import { run } from "./launch/processes.mjs";
import { main, print } from "./launch/terminal.mjs";

const FILE = join(root, "dist/sbom.json");

/**
 * Writes the software bill of materials: every package of the lockfile, in CycloneDX. With those of development, also when
 * NODE_ENV is "production": without them npm leaves out packages that production and development share.
 */
await main(async () => {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--include", "dev"];
  // npm writes its warnings to stderr.
  const { code, output, stdout } = await run("npm", args, { cwd: root, env: toolEnvironment() });
  if (code !== 0 || stdout === "") {
    print(output);
    return 1;
  }
  const { components } = JSON.parse(stdout);
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, stdout);
  print(`${components.length} packages in dist/sbom.json`);
  return 0;
});
