// The logic shared by both sides of a video call: it is opened step by step, and closed when either side leaves.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#web/platform/api/call.ts";
import { goToHeading } from "#web/ui/page/page.tsx";
import type { Peer } from "./peer.ts";
import { closeSource } from "./peer.ts";
import { videoCallQuery } from "./queries.ts";

export const notConnected = "The two devices could not connect.";

/** Stands for the words about a call that the other side has ended. The name in them may be known only later. */
export const hasLeft = "has left";

export interface ConnectionView {
  readonly phase: "idle" | "starting" | "waiting" | "connected";
  /** Why there is no connection anymore, or never was one. */
  readonly problem?: string;
}

/** Everything that stays open until the call is closed. */
export interface CallResources {
  readonly peer?: Peer;
  /** The camera, screen or microphone of this device. */
  readonly source?: MediaStream | undefined;
  readonly callId?: number;
}

/** `left` is what the page says about a call that the other side has ended. */
export function useConnection<View extends ConnectionView>(requestId: number, idle: View, left: string) {
  const [view, setView] = useState(idle);
  const held = useRef<CallResources>(undefined);
  const close = (problem?: string) => {
    held.current?.peer?.close();
    closeSource(held.current?.source);
    held.current = undefined;
    setView({ ...idle, ...(problem && { problem }) });
  };
  /** Also ends the call for the other side. */
  const stop = (problem?: string) => {
    if (held.current)
      call("DELETE /api/help-requests/:id/video-call", { params: { id: requestId } }).catch(() => {});
    close(problem);
  };
  /**
   * Keeps what a step has opened. Closes it and returns false if the call was stopped or the page was left in the
   * meantime.
   */
  const hold = (opened: CallResources): boolean => {
    const isWanted = held.current !== undefined;
    held.current = { ...held.current, ...opened };
    if (!isWanted) stop();
    return isWanted;
  };
  /** Runs the steps that open a call. */
  const begin = async (
    first: View,
    steps: () => Promise<void>,
    problemOf: (error: unknown, held: CallResources) => string,
  ) => {
    // On a slow device, a second tap comes before the screen shows that the call is starting.
    if (held.current) return;
    held.current = {};
    setView(first);
    try {
      await steps();
    } catch (error) {
      if (held.current) close(problemOf(error, held.current));
    }
  };
  const change = (part: Partial<View>) => setView((now) => ({ ...now, ...part }));
  const { data: videoCall } = useQuery(videoCallQuery(requestId));
  const callId = videoCall?.id;
  const last = useRef<number>(undefined);
  /** Closes a call that has ended on the server, because a browser's message to the other that it leaves can get lost. */
  const follow = useEffectEvent((current: number | undefined) => {
    const isOver = last.current !== undefined && last.current !== current;
    if (isOver && last.current === held.current?.callId) close(hasLeft);
    last.current = current;
  });
  useEffect(() => follow(callId), [callId]);
  const leave = useEffectEvent(() => stop());
  useEffect(() => () => leave(), []);
  const isOn = view.phase === "waiting" || view.phase === "connected";
  useEffect(() => {
    if (isOn) goToHeading();
  }, [isOn]);
  const shown = view.problem === hasLeft ? { ...view, problem: left } : view;
  return { view: shown, videoCall, held, begin, hold, change, close, stop };
}
