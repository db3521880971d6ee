import type { Smtp } from "../config.ts";
import type { Senders } from "../world.ts";

const longest = 10_000;

const onThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A password never travels in the clear, unless it stays on this machine. */
const needsTls = ({ username, hostname }: URL): boolean => username !== "" && !onThisMachine.test(hostname);

// At the first e-mail, not at the start.
async function open({ url, from }: Smtp) {
  const { createTransport } = await import("nodemailer");
  const safe = { requireTLS: needsTls(new URL(url)), disableFileAccess: true, disableUrlAccess: true };
  return createTransport({ url, ...safe }, { from });
}

const partOf = (error: object, name: "code" | "responseCode"): string =>
  name in error ? ` ${Object.entries(error).find(([key]) => key === name)?.[1]}` : "";

/** Without the mail server's own words, which repeat the address. */
function refusalOf(error: unknown): Error {
  const reason =
    error instanceof Error ? partOf(error, "code") + partOf(error, "responseCode") : " for no reason";
  return new Error(`The mail server did not take the e-mail:${reason}`);
}

export function smtpEmail(settings: Smtp, milliseconds = longest): Senders["email"] {
  let transport: ReturnType<typeof open> | undefined;
  return async ({ to, ...message }) => {
    transport ??= open(settings);
    try {
      // As an object it is one address, whatever commas stand in it.
      const recipient = { name: "", address: to };
      const signal = AbortSignal.timeout(milliseconds);
      await (await transport).sendMail({ ...message, to: recipient, signal });
    } catch (error) {
      throw refusalOf(error);
    }
  };
}
