export type Environment = { port: number; smtpPort: number; dataDir: string | null };

export class EnvironmentError extends Error {}

export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  if (variables.NODE_ENV === "production") {
    throw new EnvironmentError("The sandbox stands in for the outside world and never runs with NODE_ENV=production.");
  }
  const port = readPort(variables, "SANDBOX_PORT", 3001);
  // Port 0 lets the system choose a free port, so the SMTP server must choose one too.
  const smtpPort = readPort(variables, "SANDBOX_SMTP_PORT", port === 0 ? 0 : port + 1);
  if (smtpPort === port && port !== 0) {
    throw new EnvironmentError(`SANDBOX_SMTP_PORT and SANDBOX_PORT are both ${port}: they must differ.`);
  }
  return { port, smtpPort, dataDir: variables.SANDBOX_DATA_DIR || null };
}

function readPort(variables: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = variables[name] || String(fallback);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new EnvironmentError(`${name} must be a port from 0 to 65535, not "${text}".`);
  return port;
}
