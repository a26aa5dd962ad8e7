import { nodeVersionProblem } from "./launch/node-version.mjs";

const problem = nodeVersionProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
void import("./launch/start-product.mjs");
