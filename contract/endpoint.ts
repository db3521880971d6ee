import type * as z from "zod/mini";

/**
 * Who may call an endpoint.
 * anyone: no sign-in. visitor: no sign-in either, but whoever is signed in is answered for the family that is open.
 * person: signed in, also without a family. member: of the family that is open. helper: its admins and children.
 * admin: its admins. inviter: its admins, or a grandparent while it has none.
 */
export type Access = "anyone" | "visitor" | "person" | "member" | "helper" | "admin" | "inviter";

type Schema = z.ZodMiniType;

export interface EndpointShape {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` for each of its params. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** Whether the caller has to have proved in the last five minutes who they are. */
  readonly needsFreshProof?: true;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
  /** `nothing` answers 204. */
  readonly response: Schema;
  /** The type of the file that it answers instead. Its response is `nothing`. */
  readonly file?: "application/zip";
  /** 200 unless told. */
  readonly status?: 201;
}

/** One promise between both sides: the server's `route()` keeps it, the web's `call()` uses it. */
export const endpoint = <const Shape extends EndpointShape>(shape: Shape): Shape => shape;

type Part = "params" | "query" | "headers" | "body";

/** What a handler receives, parsed. */
export type Received<E extends EndpointShape> = {
  [Key in Part as E[Key] extends Schema ? Key : never]: E[Key] extends Schema ? z.output<E[Key]> : never;
};

/** What a caller passes. */
export type Sent<E extends EndpointShape> = {
  [Key in Part as E[Key] extends Schema ? Key : never]: E[Key] extends Schema ? z.input<E[Key]> : never;
};

export type Answer<E extends EndpointShape> = z.output<E["response"]>;
