/** How the two parts of the product are started. */
export function sandboxPart({ port, smtpPort, dataDir }) {
  return {
    name: "De sandbox",
    args: ["src/sandbox/main.ts"],
    env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DATA_DIR: dataDir },
    stdout: "ignore",
  };
}

export function serverPart({ sandbox }, nodeOptions = []) {
  return {
    name: "De server",
    args: [...nodeOptions, "src/server/main.ts"],
    env: sandbox ? { SANDBOX_URL: sandboxUrl(sandbox), SMTP_URL: mailUrl(sandbox) } : {},
    stopsWithin: 10_000,
  };
}

export function sandboxUrl({ port }) {
  return `http://127.0.0.1:${port}`;
}

function mailUrl({ smtpPort }) {
  return process.env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`;
}
