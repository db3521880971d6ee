import { Switch } from "#web/ui/form/switch.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { setPictureFrame, usePictureFrameIsOn } from "./setting.ts";
import { canKeepScreenOn } from "./wake-lock.ts";

/** Turns this device into a picture frame while nobody uses it. */
export function PictureFrameSwitch() {
  const isOn = usePictureFrameIsOn();
  return (
    <>
      <Switch
        label="Show pictures when nobody uses this tablet"
        checked={isOn}
        onChange={({ target }) => setPictureFrame(target.checked)}
      />
      <Quiet>
        They come after five minutes, with the time and the next event. Any touch brings Home back. From 10 PM
        to 7 AM it's dark.
      </Quiet>
      {isOn && !canKeepScreenOn() && (
        <p>
          This browser can't keep the screen on. Please choose in the tablet's own settings that it stays on.
        </p>
      )}
    </>
  );
}
