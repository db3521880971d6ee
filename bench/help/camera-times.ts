// A camera that sees nothing but the time, and a reader of the time on a screen. The time is drawn as black and white
// fields, because digits would be hard to read after they were compressed for a video. Both functions run in a page,
// so they use nothing from outside of themselves.

export interface SeenTimes {
  /** For each frame, how long after it was drawn it was displayed, in milliseconds. */
  readonly delays: readonly number[];
  readonly seconds: number;
  /** The size of the last frame, such as "1280 x 720". */
  readonly size: string;
}

/** From now on the page's camera sees the time: 32 fields for the milliseconds, and eight more to check them. */
export function showTimes(): void {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1_280, height: 720 });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw.");
  const draw = () => {
    const time = Math.floor(performance.timeOrigin + performance.now()) % 2 ** 32;
    const bytes = [24, 16, 8, 0].map((shift) => (time >>> shift) & 255);
    const rows = [...bytes, bytes.reduce((sum, byte) => sum ^ byte, 0)];
    for (const [row, byte] of rows.entries())
      for (let column = 0; column < 8; column++) {
        context.fillStyle = (byte >> (7 - column)) & 1 ? "white" : "black";
        context.fillRect(column * 160, row * 144, 160, 144);
      }
  };
  setInterval(draw, 1_000 / 30);
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const voice = await open({ audio: true });
    if (!wanted?.video) return voice;
    return new MediaStream([...canvas.captureStream(30).getTracks(), ...voice.getTracks()]);
  };
}

/** Reads the times from the page's video. The first three seconds don't count, while the connection finds its speed. */
export function readTimes(frames: number): Promise<SeenTimes> {
  const warmUpMs = 3_000;
  const maxMs = 60_000;
  const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 50 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const video = document.querySelector("video");
  if (!context || !video) throw new Error("There is no video on this page.");
  /** Undefined where the check fails, such as between two frames. */
  const timeShown = (): number | undefined => {
    context.drawImage(video, 0, 0, 80, 50);
    const { data } = context.getImageData(0, 0, 80, 50);
    const bitAt = (row: number, column: number) =>
      (data[((row * 10 + 5) * 80 + column * 10 + 5) * 4] ?? 0) > 127 ? 1 : 0;
    const columns = [0, 1, 2, 3, 4, 5, 6, 7];
    const byteOf = (row: number) => columns.reduce((byte, column) => byte * 2 + bitAt(row, column), 0);
    const bytes = [0, 1, 2, 3].map(byteOf);
    const check = bytes.reduce((sum, byte) => sum ^ byte, 0);
    return check === byteOf(4) ? bytes.reduce((time, byte) => time * 256 + byte, 0) : undefined;
  };
  return new Promise((resolve, reject) => {
    const delays: number[] = [];
    const countFrom = performance.now() + warmUpMs;
    setTimeout(() => reject(new Error(`Only ${delays.length} frames could be read.`)), maxMs);
    const look: VideoFrameRequestCallback = (now, { expectedDisplayTime, width, height }) => {
      const time = now < countFrom ? undefined : timeShown();
      const displayed = Math.floor(performance.timeOrigin + expectedDisplayTime) % 2 ** 32;
      if (time !== undefined) delays.push(displayed - time);
      if (delays.length < frames) video.requestVideoFrameCallback(look);
      else resolve({ delays, seconds: (now - countFrom) / 1_000, size: `${width} x ${height}` });
    };
    video.requestVideoFrameCallback(look);
  });
}
