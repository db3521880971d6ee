import type * as z from "zod/mini";
import type { FamilySwitch } from "./family-switches.ts";

/**
 * The callers that an endpoint admits.
 * anyone: no sign-in is needed. visitor: none either, but people who are signed in get an answer for their open family.
 * person: people who are signed in, even without a family. member: members of the open family. helper: its admins and
 * children. admin: its admins. grandparent: its grandparents. inviter: its admins, or a grandparent while the family has
 * no admin. operator: people who run this server, whatever family they are in.
 */
export type Access =
  | "anyone"
  | "visitor"
  | "person"
  | "member"
  | "helper"
  | "admin"
  | "grandparent"
  | "inviter"
  | "operator";

type Schema = z.ZodMiniType;

export interface EndpointShape {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path, with `:name` for each of its params. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** Whether the caller must have proved their identity in the last five minutes. */
  readonly needsFreshProof?: true;
  /** The call is refused while the family has turned this off. */
  readonly switch?: FamilySwitch;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
  /** The caller sends a file instead of JSON. A ZIP is read as it comes, and any other is handled as a whole. */
  readonly upload?: { readonly type: "image" | "audio" | "zip"; readonly maxBytes: number };
  /** An endpoint whose response is `nothing` answers 204. */
  readonly response: Schema;
  /** Set when the endpoint answers with a file of this type. Its response is then `nothing`. */
  readonly file?: "application/zip" | "image/jpeg" | "image/webp" | "audio/mpeg";
  /** 200 unless given. */
  readonly status?: 201;
}

/** Declares what both sides rely on: the server's `route()` implements it, and the web's `call()` uses it. */
export const endpoint = <const Shape extends EndpointShape>(shape: Shape): Shape => shape;

type Part = "params" | "query" | "headers" | "body";

/** The parsed input of a handler. */
export type Received<E extends EndpointShape> = {
  [Key in Part as E[Key] extends Schema ? Key : never]: E[Key] extends Schema ? z.output<E[Key]> : never;
} & (E extends { readonly upload: { readonly type: "image" | "audio" } } ? { upload: Uint8Array } : unknown);

/** The parameters of a path are text, and callers may pass numbers for them. */
type SentPart<Key extends Part, S extends Schema> = Key extends "params"
  ? { [Name in keyof z.input<S>]: string | number }
  : z.input<S>;

/** The input that a caller passes. */
export type Sent<E extends EndpointShape> = {
  [Key in Part as E[Key] extends Schema ? Key : never]: E[Key] extends Schema ? SentPart<Key, E[Key]> : never;
} & (E extends { readonly upload: object } ? { upload: Blob } : unknown);

export type Answer<E extends EndpointShape> = z.output<E["response"]>;
