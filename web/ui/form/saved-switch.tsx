import { type ComponentProps, useState } from "react";
import { Switch } from "./switch.tsx";

interface SavedSwitchProps extends Omit<ComponentProps<typeof Switch>, "checked" | "onChange"> {
  isOn: boolean;
  /** Until it is done, the switch stands as it was pressed. */
  save: (isOn: boolean) => Promise<unknown>;
}

/** A switch that saves with each press. */
export function SavedSwitch({ isOn, save, ...rest }: SavedSwitchProps) {
  const [pressed, setPressed] = useState<boolean>();
  const press = async (next: boolean) => {
    setPressed(next);
    await save(next);
    setPressed((latest) => (latest === next ? undefined : latest));
  };
  return <Switch {...rest} checked={pressed ?? isOn} onChange={({ target }) => void press(target.checked)} />;
}
