import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "#contract/reachability.ts";
import type { CallRecording, PhoneCall } from "#server/platform/world.ts";
import type { CallInstruction } from "./instructions.ts";

/** A request from a provider that has not been checked yet. */
export interface CallRequest {
  /** The address that it was sent to, under our PUBLIC_URL. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * going-on: somebody is on the phone, as far as the provider can tell. machine: a voice mail or a fax answered. The others say
 * how the call has ended.
 */
export type CallStatus = "going-on" | "machine" | "completed" | "busy" | "no-answer" | "failed";

/** What a provider says about a call, when it asks what comes next or when the call is over. */
export interface CallEvent {
  /** The id that placing the call returned. A call that somebody makes to us has one, too. */
  readonly callId: string;
  /** Both numbers are in E.164. The caller's can be hidden, and can be forged. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly status: CallStatus;
  /** The keys that were pressed, or "". */
  readonly keys: string;
  readonly recording?: CallRecording | undefined;
  /** Says that no call will ever reach the number. */
  readonly refusal?: Refusal | undefined;
}

/** Everything that is specific to one provider of phone calls. It is registered in providers.ts. */
export interface CallProvider {
  /** As in CALLS_PROVIDER. */
  readonly name: string;
  /**
   * Has the provider call a number, and returns its id of the call. It throws a SendError, which is permanent only if the
   * number itself is refused.
   */
  place(call: PhoneCall): Promise<{ id: string }>;
  /** Throws Forbidden for a request that the provider has not signed. */
  read(request: CallRequest): CallEvent;
  /** The XML that has the provider follow these instructions. */
  render(instructions: readonly CallInstruction[]): string;
  /** Returns a recording as a WAV file. It throws a SendError, also while the recording is not ready yet. */
  fetchRecording(recording: CallRecording): Promise<Buffer>;
  /** Deletes a recording at the provider. It does not fail for one that is gone already. */
  deleteRecording(recording: CallRecording): Promise<void>;
}

/** Providers report other words in the same field, such as "hangup" after a recording. */
export const keysIn = (digits = ""): string => (/^[\d*#]{1,32}$/.test(digits) ? digits : "");
