import type { Refusal } from "#contract/reachability.ts";
import type { Smtp } from "#server/platform/config/config.ts";
import type { Senders } from "#server/platform/world.ts";
import { SendError } from "../send-error.ts";

const timeoutMs = 10_000;

const onThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A password is never sent unencrypted, except to a mail server on this machine. */
const needsTls = ({ username, hostname }: URL): boolean => username !== "" && !onThisMachine.test(hostname);

// The library is loaded for the first e-mail.
export async function openTransport({ url, from }: Smtp) {
  const { createTransport } = await import("nodemailer");
  const safe = { requireTLS: needsTls(new URL(url)), disableFileAccess: true, disableUrlAccess: true };
  return createTransport({ url, ...safe }, { from });
}

interface Failure {
  /** The library's code for the error. */
  code?: string;
  /** The status that the mail server answered with. */
  responseCode?: number;
  /** The SMTP command that failed. */
  command?: string;
  /** The system call that failed. */
  syscall?: string;
}

const failureOf = (error: unknown): Failure => Object.assign({}, error);

// These errors occur before anything was sent.
const isBefore = ({ code = "", syscall = "" }: Failure): boolean =>
  ["EDNS", "ETLS", "EAUTH"].includes(code) || ["connect", "getaddrinfo"].includes(syscall);

function kindOf(failure: Failure): SendError["kind"] {
  const { code, responseCode, command = "" } = failure;
  // A refusal of this server says nothing about the recipient.
  const isOfRecipient = command === "RCPT TO" || command === "DATA";
  if (responseCode) return responseCode >= 500 && isOfRecipient ? "permanent" : "transient";
  if (code === "EENVELOPE") return "permanent";
  return isBefore(failure) ? "transient" : "unknown";
}

// The status codes are those of RFC 5321, section 4.2.3.
function refusalFor({ responseCode = 0, code }: Failure): Refusal {
  if (responseCode === 552) return "full";
  return code === "EENVELOPE" || [550, 551, 553].includes(responseCode) ? "unknown" : "other";
}

/** Tells mail programs how to stop such e-mails with one click (RFC 8058). */
const stopHeaders = (address: string) => ({
  list: { unsubscribe: address },
  headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
});

/** Leaves out the mail server's own words, which repeat the address. */
function refusalOf(error: unknown): SendError {
  const failure = failureOf(error);
  const reason = [failure.code, failure.responseCode].filter(Boolean).join(" ") || "for no reason";
  const kind = kindOf(failure);
  const refusal = kind === "permanent" ? refusalFor(failure) : undefined;
  return new SendError(kind, `The mail server did not accept the e-mail: ${reason}`, refusal);
}

export function smtpEmail(settings: Smtp, milliseconds = timeoutMs): Senders["email"] {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async ({ to, pictures = [], stopAddress, ...message }) => {
    transport ??= openTransport(settings);
    try {
      // An object is always one address, even if it has commas in it.
      const recipient = { name: "", address: to };
      const signal = AbortSignal.timeout(milliseconds);
      const attachments = pictures.map(({ id, jpeg }, place) => ({
        cid: id,
        content: jpeg,
        contentType: "image/jpeg",
        contentDisposition: "inline" as const,
        filename: `picture-${place + 1}.jpg`,
      }));
      const stop = stopAddress && stopHeaders(stopAddress);
      await (await transport).sendMail({ ...message, ...stop, attachments, to: recipient, signal });
    } catch (error) {
      throw refusalOf(error);
    }
  };
}
