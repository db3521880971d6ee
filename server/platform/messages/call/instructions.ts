// What somebody on the phone hears, and what they can do. Each provider has its own language for it.

/** The language of all words. */
export const spokenLanguage = "en-US";

/** Says words, or plays a file of ours. */
export type Sound =
  | { readonly do: "say"; readonly words: string }
  /** A path on this server that answers a recording without a sign-in. */
  | { readonly do: "play"; readonly path: string };

/** One step of a call. The steps are taken in their order. */
export type CallInstruction =
  | Sound
  /** Waits for keys, which are sent to `next`. If nobody presses one, the next step follows. A sound stops at the first key. */
  | {
      readonly do: "ask-keys";
      readonly sounds: readonly Sound[];
      /** The caller can give fewer, and end with the pound key. */
      readonly count: number;
      readonly seconds: number;
      readonly next: string;
    }
  /**
   * Records after a tone, until the pound key, silence or the maximum. The recording is sent to `next`. If nobody says
   * anything, the next step follows.
   */
  | { readonly do: "record"; readonly maxSeconds: number; readonly next: string }
  | { readonly do: "go-to"; readonly next: string }
  | { readonly do: "hang-up" };
