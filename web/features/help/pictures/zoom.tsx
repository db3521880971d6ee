import { ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import styles from "./pictures.module.css";

const zooms = [styles.zoom1, styles.zoom2, styles.zoom3, styles.zoom4];

/** A frame for zooming into a picture, and its buttons. At first, the whole picture fits on the screen. */
export function useZoom(): { frame: (picture: ReactNode) => ReactNode; buttons: ReactNode } {
  const [zoom, setZoom] = useState(0);
  return {
    frame: (picture) => (
      <div className={styles.frame}>
        <div className={zooms[zoom]}>{picture}</div>
      </div>
    ),
    buttons: (
      <>
        <Button icon={ZoomIn} onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}>
          Larger
        </Button>
        <Button icon={ZoomOut} onClick={() => setZoom(Math.max(0, zoom - 1))}>
          Smaller
        </Button>
      </>
    ),
  };
}
