import type { Import } from "./modules.ts";

/** Which files must not import which. Paths are relative to the root of the project. */
type Rule = { reason: string; from: (file: string) => boolean; forbids: (target: string, file: string) => boolean };

const inside =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isTestSupport = (file: string) =>
  inside("src/server/testing", "src/web/testing")(file) || file.endsWith(".fixture.ts");
const isTestOrTooling = (file: string) =>
  isTest(file) || isTestSupport(file) || inside("e2e", "bench", "scripts", "trials")(file);
const isService = (file: string) => file.endsWith(".service.ts");
const isApplication = (file: string) => /^src\/server\/([^/]+|(commands|emails)\/.+)$/.test(file);
const featureOf = (file: string) => /^src\/(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1];
/** Files directly in features/ belong to no feature. */
const isOtherFeature = (target: string, file: string) =>
  featureOf(file) !== undefined && featureOf(target) !== undefined && featureOf(target) !== featureOf(file);

const contract = inside("src/contract");
const server = inside("src/server");
const platform = inside("src/server/platform");
const serverFeatures = inside("src/server/features");
const web = inside("src/web");
const webApp = inside("src/web/app");
const webFeatures = inside("src/web/features");
const ui = inside("src/web/ui");
const lib = inside("src/web/lib");
const sandbox = inside("src/sandbox");
const trials = inside("trials");

export const RULES: Rule[] = [
  {
    reason: "the contract imports no other part of the project",
    from: contract,
    forbids: (target) => !contract(target),
  },
  { reason: "the web uses the server only through the contract", from: web, forbids: server },
  { reason: "the server does not import the web", from: server, forbids: web },
  { reason: "the sandbox imports no other part of the project", from: sandbox, forbids: (target) => !sandbox(target) },
  {
    reason: "the product does not import the sandbox",
    from: (file) => inside("src")(file) && !sandbox(file) && !isTestOrTooling(file),
    forbids: sandbox,
  },
  { reason: "the platform does not import features", from: platform, forbids: serverFeatures },
  { reason: "the platform does not import the application", from: platform, forbids: isApplication },
  {
    reason: "a server feature imports only the service of another",
    from: serverFeatures,
    forbids: (target, file) => isOtherFeature(target, file) && !isService(target),
  },
  { reason: "web features do not import each other", from: webFeatures, forbids: isOtherFeature },
  { reason: "web features do not import the app", from: webFeatures, forbids: webApp },
  { reason: "ui does not import features", from: ui, forbids: webFeatures },
  { reason: "ui does not import the app", from: ui, forbids: webApp },
  { reason: "ui does not import the contract", from: ui, forbids: contract },
  { reason: "lib does not import features", from: lib, forbids: webFeatures },
  { reason: "lib does not import the app", from: lib, forbids: webApp },
  { reason: "nothing imports a test", from: () => true, forbids: isTest },
  {
    reason: "only tests import test support",
    from: (file) => inside("src")(file) && !isTestOrTooling(file),
    forbids: isTestSupport,
  },
  { reason: "only trials import trials", from: (file) => !trials(file), forbids: trials },
  {
    reason: "a trial does not import the web; of e2e it imports only e2e/product",
    from: trials,
    forbids: (target) => web(target) || (inside("e2e")(target) && !inside("e2e/product")(target)),
  },
  {
    reason: "the product does not import its tools",
    from: inside("src"),
    forbids: (target) => !inside("src")(target),
  },
];

/** The contract runs in the browser and on the server, so it may import nothing but zod. */
const CONTRACT_PACKAGES = ["zod"];
const TEST_PACKAGES = ["vitest"];

export function findViolations(file: string, { specifier, target }: Import): string[] {
  if (target.kind === "missing") return [`imports ${specifier}: there is no such file`];
  if (target.kind === "package") {
    const allowed = [...CONTRACT_PACKAGES, ...(isTest(file) ? TEST_PACKAGES : [])];
    return contract(file) && !allowed.includes(target.name)
      ? [`imports ${target.name}: the contract may only import zod`]
      : [];
  }
  const { path } = target;
  return RULES.filter((rule) => rule.from(file) && rule.forbids(path, file)).map(
    ({ reason }) => `imports ${path}: ${reason}`,
  );
}

/** In the product, SQL is allowed only in files that are reviewed for the company filter. */
export function mayContainSql(file: string): boolean {
  return file.endsWith(".queries.ts") || platform(file) || isTestOrTooling(file);
}
