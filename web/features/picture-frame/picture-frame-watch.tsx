import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useLampGlow } from "#web/ui/picture/lamp.tsx";
import { PictureFrame } from "./picture-frame.tsx";
import { useIsUntouched } from "./untouched.ts";
import { useScreenKeptOn } from "./wake-lock.ts";

/** Where the family lives, as HH:MM. */
const isNight = (time: string): boolean => time >= "22:00" || time < "07:00";

/** Shows the picture frame when nobody uses the device, and home as soon as somebody needs help. */
export function PictureFrameWatch() {
  const [path, navigate] = useLocation();
  const [isUntouched, touch] = useIsUntouched();
  const { time } = useFamilyClock();
  const isDark = isNight(time);
  const isHelpNeeded = useLampGlow() === "help";
  useScreenKeptOn(!isDark);
  const leave = useEffectEvent(touch);
  // Somebody opened a message, or asks for help: both show at once. When a request is over, its end is shown as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of them ends it
  useEffect(() => leave(), [path, isHelpNeeded]);
  useEffect(() => {
    if (isHelpNeeded && isUntouched) navigate("/");
  }, [isHelpNeeded, isUntouched, navigate]);
  if (!isUntouched || isHelpNeeded) return null;
  const goHome = () => {
    touch();
    navigate("/");
  };
  return <PictureFrame isDark={isDark} onTouch={goHome} />;
}
