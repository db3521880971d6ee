import { useEffect, useRef } from "react";
import { readPhoto } from "./photo-choice.tsx";
import styles from "./picture.module.css";

interface PhotoProps {
  photo: Blob;
  label: string;
}

/** A photo on this device. The content security policy allows no address for it, so it is drawn. */
export function Photo({ photo, label }: PhotoProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isShown = true;
    const draw = async () => {
      const image = await readPhoto(photo);
      if (!isShown || !canvas.current) return;
      canvas.current.width = image.width;
      canvas.current.height = image.height;
      canvas.current.getContext("2d")?.drawImage(image, 0, 0);
    };
    draw().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [photo]);
  return <canvas ref={canvas} className={styles.photo} role="img" aria-label={label} />;
}
