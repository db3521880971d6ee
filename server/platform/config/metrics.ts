import { type Environment, portNumber } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** How Prometheus reads the server: at a separate port, with a token, or both. */
export interface MetricsAccess {
  readonly port: number | undefined;
  readonly token: string | undefined;
}

const minTokenLength = 16;

export const metricsSettings: readonly Setting[] = [
  {
    names: ["METRICS_PORT", "METRICS_TOKEN"],
    preset: "off",
    purpose:
      "Metrics for Prometheus at `/metrics`: at a port of their own that only your Prometheus can reach, or at the app's with this token",
  },
];

export function readMetrics(env: Environment, ownPort: number): MetricsAccess | undefined {
  const port = env.METRICS_PORT ? portNumber(env, "METRICS_PORT", 0) : undefined;
  const token = env.METRICS_TOKEN || undefined;
  if (port === undefined && token === undefined) return undefined;
  if (port === ownPort) throw new Error("METRICS_PORT must differ from PORT.");
  // The message contains no part of the token.
  if (token !== undefined && token.length < minTokenLength)
    throw new Error(`METRICS_TOKEN must have at least ${minTokenLength} characters.`);
  return { port, token };
}
