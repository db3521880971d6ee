// Connects a Google calendar: opens the popup for Google's permission, and waits for the result.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError, call, isNetworkFailure } from "#web/platform/api/call.ts";
import type { ActionResult } from "#web/ui/state/status-message.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";

const noAddress = "Failed to get authorization URL";

const maxAttempts = 30;
const intervalMs = 1_000;

async function authorizationAddress(): Promise<string> {
  const { authUrl } = await call("GET /api/calendar/auth-url");
  if (!authUrl) throw new Error(noAddress);
  return authUrl;
}

/** Returns null if the browser blocked the popup. Safari opens one only in the tap itself, before the address is there. */
const openPopup = (): Window | null =>
  window.open("about:blank", "porchlight-calendar", "popup,width=800,height=600");

const pause = () => new Promise((done) => setTimeout(done, intervalMs));

/** The name is that in not-connected.js, with which the popup says that Google gave no permission. */
const channelName = "porchlight-calendar";
const closedCheckMs = 200;

/** Aborts when the popup is closed, when Google gave no permission, or with one of the signals. */
function untilPopupEnds(popup: Window | null, signals: readonly AbortSignal[]): AbortSignal {
  const end = new AbortController();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", () => end.abort());
  const timer = setInterval(() => popup?.closed && end.abort(), closedCheckMs);
  end.signal.addEventListener("abort", () => {
    clearInterval(timer);
    channel.close();
  });
  for (const signal of signals) signal.addEventListener("abort", () => end.abort(), { once: true });
  return end.signal;
}

type WaitResult = "connected" | "ended" | "timeout";

/** Asks the server once a second, even after a failure, and a last time when the popup has ended. */
async function waitForConnection(popup: Window | null, signal: AbortSignal): Promise<WaitResult> {
  const stop = new AbortController();
  const ended = untilPopupEnds(popup, [signal, stop.signal]);
  const isEnded = new Promise((resolve) => ended.addEventListener("abort", resolve));
  try {
    for (let attempt = 0; attempt < maxAttempts && !signal.aborted; attempt++) {
      await Promise.race([pause(), isEnded]);
      const hasEnded = ended.aborted;
      const settings = await call("GET /api/calendar-settings", undefined, signal).catch(() => undefined);
      if (settings?.isConnected) return "connected";
      if (hasEnded) return "ended";
    }
    return "timeout";
  } finally {
    stop.abort();
  }
}

const unreached = "Connecting to Google Calendar failed. Please try again.";

interface OpenAuthorization {
  popup: Window | null;
  /** The address, if the browser blocked the popup. */
  blocked?: string;
}

async function openAuthorization(): Promise<OpenAuthorization> {
  const popup = openPopup();
  const address = await authorizationAddress().catch((error: unknown) => {
    popup?.close();
    throw error;
  });
  popup?.location.replace(address);
  const description = popup ? "Please finish in the window that opened." : "Please use the link below.";
  toast({ title: "Authorization Started", description });
  return { popup, ...(!popup && { blocked: address }) };
}

function toFailure(error: unknown): ActionResult {
  const otherwise = isNetworkFailure(error) ? unreached : noAddress;
  const { message } = toastError(error, { title: "Connection Error", otherwise });
  // An answer without an address is no refusal, so it has no reason of its own.
  const isMistake = !(error instanceof CallError) && !isNetworkFailure(error);
  return {
    isGood: false,
    words: isMistake ? `${message}. It's our mistake, not yours. Please try again.` : message,
  };
}

function toResult(result: WaitResult): ActionResult {
  if (result === "ended") return { isGood: false, words: "Your Google Calendar is not connected yet." };
  const isGood = result === "connected";
  const words = isGood
    ? "Your Google Calendar is connected."
    : "Unable to confirm the connection. You may need to try again.";
  if (isGood) toast({ title: "Connection Successful", description: words });
  else toast({ title: "Connection Timeout", description: words, variant: "destructive" });
  return { isGood, words };
}

interface ConnectionAttempt {
  isBusy: boolean;
  blocked?: string | undefined;
  /** Whether permission was asked for and not confirmed in time. It may still come. */
  isUnconfirmed?: boolean;
  result?: ActionResult | undefined;
}

/** Opens Google's page and waits for the result while the component is on screen. */
export function useGoogleConnection(isConnected: boolean) {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState<ConnectionAttempt>({ isBusy: false });
  const waiting = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    waiting.current = controller;
    return () => controller.abort();
  }, []);
  const isLate = isConnected && attempt.isUnconfirmed === true;
  useEffect(() => {
    if (isLate) setAttempt({ isBusy: false, result: toResult("connected") });
  }, [isLate]);
  const wait = async ({ popup, blocked }: OpenAuthorization): Promise<ConnectionAttempt> => {
    setAttempt({ isBusy: true, blocked });
    const { signal } = waiting.current;
    const waited = await waitForConnection(popup, signal);
    if (signal.aborted) return { isBusy: false };
    await queries.invalidateQueries({ queryKey: ["calendar-settings"] });
    return { isBusy: false, isUnconfirmed: waited !== "connected", result: toResult(waited) };
  };
  // A second tap on a slow device would open a second window.
  const isStarting = useRef(false);
  const start = async () => {
    if (isStarting.current) return;
    isStarting.current = true;
    setAttempt({ isBusy: true });
    setAttempt(
      await openAuthorization().then(wait, (error) => ({ isBusy: false, result: toFailure(error) })),
    );
    isStarting.current = false;
  };
  return { ...attempt, start, showResult: (result?: ActionResult) => setAttempt({ isBusy: false, result }) };
}
