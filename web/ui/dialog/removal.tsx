import { Trash2 } from "lucide-react";
import { AskedButton, type AskedButtonProps } from "./asked-button.tsx";

/** A button that asks before removing. */
export const Removal = (props: Omit<AskedButtonProps, "variant" | "icon">) => (
  <AskedButton {...props} variant="danger" icon={Trash2} />
);
