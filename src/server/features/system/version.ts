import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const packageFile = join(import.meta.dirname, "../../../../package.json");

export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, "utf8"))).version;
