// A video call: the person who asked for help shows their helper what a camera or a screen sees (WebRTC, one to one).
import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, Instant, nothing } from "../values.ts";
import { Someone } from "./requests.ts";

export const VideoSource = z.enum(["camera", "screen"]);
export type VideoSource = z.output<typeof VideoSource>;

/** A session description (RFC 8866) with all ICE candidates of its side, which the other side's browser parses. */
const SessionDescription = z
  .string()
  .check(z.maxLength(32_000), z.regex(/^v=0\r?\n/, "This is not a description of a call"));

export const VideoCall = z.object({
  id: Id,
  source: VideoSource,
  /** The person who is showing something. */
  askedBy: Someone,
  helper: Someone,
  startedAt: Instant,
  offer: SessionDescription,
  /** Null until the helper joins. */
  answer: z.nullable(SessionDescription),
});
export type VideoCall = z.output<typeof VideoCall>;

/** RTCIceServer of WebRTC. The credentials of a TURN server are valid for an hour. */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

export const getVideoCall = endpoint({
  method: "GET",
  path: "/api/help-requests/:id/video-call",
  access: "member",
  summary: "The video call about a request, for its two people; null while there is none",
  params: IdParams,
  response: z.nullable(VideoCall),
});

export const startVideoCall = endpoint({
  method: "POST",
  path: "/api/help-requests/:id/video-call",
  access: "member",
  summary: "Show the helper of your own request something; replaces an earlier video call about it",
  params: IdParams,
  body: z.strictObject({ source: VideoSource, offer: SessionDescription }),
  response: VideoCall,
  status: 201,
});

export const answerVideoCall = endpoint({
  method: "PUT",
  path: "/api/help-requests/:id/video-call/answer",
  access: "member",
  summary: "Join a video call as its helper",
  params: IdParams,
  body: z.strictObject({ videoCallId: Id, answer: SessionDescription }),
  response: VideoCall,
});

export const endVideoCall = endpoint({
  method: "DELETE",
  path: "/api/help-requests/:id/video-call",
  access: "member",
  summary: "End a video call, as either of its two people",
  params: IdParams,
  response: nothing,
});

export const listIceServers = endpoint({
  method: "GET",
  path: "/api/help-requests/:id/ice-servers",
  access: "member",
  summary:
    "The servers by which the two browsers of a video call find each other, with credentials for an hour; for the person who can start it, and for the helper once it has started",
  params: IdParams,
  response: z.array(IceServer),
});
