// The connection of one browser to the other (WebRTC). Besides sound and pictures it has a channel on which the helper sends
// a still picture and what they draw on it.

import type * as z from "zod/mini";
import type { Mark } from "#contract/help/replies.ts";
import type { IceServer, VideoSource } from "#contract/help/video-calls.ts";

/** Phones and tablets cannot share their screen from a web page. */
export const canShareScreen = () =>
  typeof navigator.mediaDevices?.getDisplayMedia === "function" && !matchMedia("(pointer: coarse)").matches;

const rearCamera = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the camera or the screen, with the microphone if there is one and it is allowed. */
export async function openSource(source: VideoSource): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  if (source === "camera")
    return mediaDevices
      .getUserMedia({ video: rearCamera, audio: true })
      .catch(() => mediaDevices.getUserMedia({ video: rearCamera }));
  const screen = await mediaDevices.getDisplayMedia({ video: true });
  const voice = await openMicrophone();
  for (const track of voice?.getTracks() ?? []) screen.addTrack(track);
  return screen;
}

/** The microphone, or undefined where there is none or it is not allowed. */
export const openMicrophone = (): Promise<MediaStream | undefined> =>
  (navigator.mediaDevices?.getUserMedia({ audio: true }) ?? Promise.reject()).catch(() => undefined);

export const closeSource = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

interface PeerListeners {
  onConnected: () => void;
  /** The other side has left, or the connection has broken, or there never was one. */
  onLost: (wasConnected: boolean) => void;
  onStream: (stream: MediaStream) => void;
  /** A picture that the helper froze; undefined when the video continues. */
  onStill?: (picture: ImageBitmap | undefined) => void;
  onMarks?: (marks: readonly Mark[]) => void;
}

type StillMessage =
  | { readonly type: "still"; readonly bytes: number }
  | { readonly type: "marks"; readonly marks: readonly Mark[] }
  | { readonly type: "video" };

/** A path through a TURN server takes the longest to find. Candidates that take longer than this are left out. */
const maxGatheringMs = 3_000;
/** No browser reports by itself that it has found no path between the two. */
const maxConnectingMs = 20_000;
/** A connection may be interrupted for some seconds, such as when a phone changes from Wi-Fi to its carrier. */
const maxAwayMs = 8_000;
/** Every browser supports messages of this size. */
const chunkBytes = 16_384;

/** Resolves once the description holds all candidates, so that one message each way is enough. */
const gathered = (connection: RTCPeerConnection) =>
  new Promise<void>((resolve) => {
    const done = () => connection.iceGatheringState === "complete" && resolve();
    connection.addEventListener("icegatheringstatechange", done);
    setTimeout(resolve, maxGatheringMs);
    done();
  });

export class Peer {
  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #listeners: PeerListeners;
  #connecting: ReturnType<typeof setTimeout> | undefined;
  #away: ReturnType<typeof setTimeout> | undefined;
  #wasConnected = false;
  #hasEnded = false;
  #chunks: Blob[] = [];
  #missing = 0;

  constructor(iceServers: readonly z.output<typeof IceServer>[], listeners: PeerListeners) {
    this.#listeners = listeners;
    this.#connection = new RTCPeerConnection({
      iceServers: iceServers.map(({ urls, ...rest }) => ({ urls: [...urls], ...rest })),
    });
    this.#channel = this.#connection.createDataChannel("still", { negotiated: true, id: 0 });
    this.#channel.binaryType = "arraybuffer";
    this.#channel.addEventListener("message", ({ data }) => this.#receive(data));
    this.#channel.addEventListener("close", () => this.#lose());
    this.#connection.addEventListener("connectionstatechange", () => this.#handleStateChange());
    this.#connection.addEventListener(
      "track",
      ({ streams: [stream] }) => stream && listeners.onStream(stream),
    );
  }

  /** The description of this side, with the tracks of `stream`. */
  async offer(stream: MediaStream): Promise<string> {
    this.#send(stream);
    if (stream.getAudioTracks().length === 0)
      this.#connection.addTransceiver("audio", { direction: "recvonly" });
    return this.#describe();
  }

  /** The answer to an offer. Without a stream, this side only watches and listens. */
  async answer(offer: string, stream: MediaStream | undefined): Promise<string> {
    await this.#connection.setRemoteDescription({ type: "offer", sdp: offer });
    if (stream) this.#send(stream);
    const answer = await this.#describe();
    this.#waitForConnection();
    return answer;
  }

  async accept(answer: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: "answer", sdp: answer });
    this.#waitForConnection();
  }

  async sendStill(picture: Blob): Promise<void> {
    const bytes = await picture.arrayBuffer();
    this.#sendMessage({ type: "still", bytes: bytes.byteLength });
    for (let at = 0; at < bytes.byteLength; at += chunkBytes)
      this.#channel.send(bytes.slice(at, at + chunkBytes));
  }

  sendMarks = (marks: readonly Mark[]): void => this.#sendMessage({ type: "marks", marks });

  sendVideo = (): void => this.#sendMessage({ type: "video" });

  close(): void {
    this.#hasEnded = true;
    clearTimeout(this.#connecting);
    clearTimeout(this.#away);
    this.#connection.close();
  }

  #send(stream: MediaStream): void {
    for (const track of stream.getTracks()) this.#connection.addTrack(track, stream);
  }

  async #describe(): Promise<string> {
    await this.#connection.setLocalDescription();
    await gathered(this.#connection);
    return this.#connection.localDescription?.sdp ?? "";
  }

  #waitForConnection(): void {
    if (this.#wasConnected || this.#hasEnded) return;
    this.#connecting = setTimeout(() => this.#lose(), maxConnectingMs);
  }

  #handleStateChange(): void {
    clearTimeout(this.#away);
    const { connectionState } = this.#connection;
    if (connectionState === "connected") {
      clearTimeout(this.#connecting);
      this.#wasConnected = true;
      this.#listeners.onConnected();
    }
    if (connectionState === "failed" || connectionState === "closed") this.#lose();
    if (connectionState === "disconnected") this.#away = setTimeout(() => this.#lose(), maxAwayMs);
  }

  #lose(): void {
    if (this.#hasEnded) return;
    this.close();
    this.#listeners.onLost(this.#wasConnected);
  }

  #sendMessage(message: StillMessage): void {
    if (this.#channel.readyState === "open") this.#channel.send(JSON.stringify(message));
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") this.#collect(data);
    else this.#handle(JSON.parse(data));
  }

  #handle(message: StillMessage): void {
    const { onMarks, onStill } = this.#listeners;
    if (message.type === "marks") onMarks?.(message.marks);
    if (message.type === "video") onStill?.(undefined);
    if (message.type !== "still") return;
    this.#chunks = [];
    this.#missing = message.bytes;
  }

  #collect(chunk: ArrayBuffer): void {
    this.#chunks.push(new Blob([chunk]));
    this.#missing -= chunk.byteLength;
    if (this.#missing > 0) return;
    const picture = new Blob(this.#chunks, { type: "image/jpeg" });
    // A picture that cannot be shown is dropped, and the video stays.
    createImageBitmap(picture).then(this.#listeners.onStill, () => {});
  }
}
