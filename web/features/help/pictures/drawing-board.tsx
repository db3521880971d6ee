import { ArrowUpLeft, Circle, Hand, Hash, type LucideIcon, Undo2, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { Mark } from "#contract/help/replies.ts";
import { Button } from "#web/ui/action/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/picture/icon.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { markBetween, marksInWords, type Place, placeAfterKey, placeInside, type Tool } from "./marks.ts";
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

const tools: readonly (readonly [Tool | "move", string, LucideIcon])[] = [
  ["circle", "Circle", Circle],
  ["arrow", "Arrow", ArrowUpLeft],
  ["number", "Number", Hash],
  ["move", "Move", Hand],
];

const maxMarks = 20;

interface ToolsProps {
  tool: Tool | "move";
  onChoose: (tool: Tool | "move") => void;
}

const Tools = ({ tool, onChoose }: ToolsProps) => (
  <fieldset className={styles.tools}>
    <legend>
      <Hidden>What to draw</Hidden>
    </legend>
    {tools.map(([name, label, icon]) => (
      <label key={name} className={styles.tool}>
        <input type="radio" name="tool" checked={tool === name} onChange={() => onChoose(name)} />
        <Icon of={icon} /> {label}
      </label>
    ))}
  </fieldset>
);

interface StageProps {
  show: (marks: readonly Mark[]) => ReactNode;
  name: string;
  marks: readonly Mark[];
  tool: Tool | "move";
  onMark: (mark: Mark) => void;
}

/** Takes marks by finger and mouse, and by keys: arrows move a cross, and Enter places the mark there. */
function Stage({ show, name, marks, tool, onMark }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState<Place>();
  const [end, setEnd] = useState<Place>();
  const [cross, setCross] = useState<Place>();
  const canDraw = tool !== "move" && marks.length < maxMarks;
  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0.5, y: 0.5 };
    return placeInside({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
  };
  const begin = (event: PointerEvent) => {
    if (!canDraw || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCross(undefined);
    setStart(placeOf(event));
    setEnd(placeOf(event));
  };
  const finish = (event: PointerEvent) => {
    if (canDraw && start) onMark(markBetween(tool, start, placeOf(event), marks));
    setStart(undefined);
  };
  const press = (event: KeyboardEvent) => {
    if (!canDraw) return;
    const at = cross ?? { x: 0.5, y: 0.5 };
    const next = placeAfterKey(at, event.key, event.shiftKey);
    if (next) setCross(next);
    else if (event.key === "Enter" || event.key === " ") {
      setCross(at);
      onMark(markBetween(tool, at, at, marks));
    } else return;
    event.preventDefault();
  };
  const growing = canDraw && start && end ? [markBetween(tool, start, end, marks)] : [];
  return (
    <div
      ref={stage}
      className={classNames(styles.stage, canDraw && styles.drawing)}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: marks are placed here by keys
      tabIndex={0}
      aria-label={`${name}'s picture. Arrow keys move, Enter places a mark.`}
      onPointerDown={begin}
      onPointerMove={(event) => start && setEnd(placeOf(event))}
      onPointerUp={finish}
      onPointerCancel={() => setStart(undefined)}
      onKeyDown={press}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && setCross({ x: 0.5, y: 0.5 })}
      onBlur={() => setCross(undefined)}
    >
      {show([...marks, ...growing])}
      {cross && canDraw && (
        <svg className={styles.cross} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={`M${cross.x * 100} 0V100M0 ${cross.y * 100}H100`} />
        </svg>
      )}
    </div>
  );
}

interface DrawingBoardProps {
  /** The picture with these marks on it. */
  show: (marks: readonly Mark[]) => ReactNode;
  /** The person whose picture it is. */
  name: string;
  marks: readonly Mark[];
  onChange: (marks: readonly Mark[]) => void;
}

/** A picture to zoom and to draw on. */
export function DrawingBoard({ show, name, marks, onChange }: DrawingBoardProps) {
  const [tool, setTool] = useState<Tool | "move">("circle");
  const { frame, buttons } = useZoom();
  return (
    <>
      {frame(
        <Stage
          show={show}
          name={name}
          marks={marks}
          tool={tool}
          onMark={(mark) => onChange([...marks, mark])}
        />,
      )}
      <Hidden>
        <span role="status">{marks.length > 0 && `You placed ${marksInWords(marks)}.`}</span>
      </Hidden>
      <div className={styles.bar}>
        <Tools tool={tool} onChoose={setTool} />
        <Button icon={Undo2} onClick={() => onChange(marks.slice(0, -1))}>
          Undo
        </Button>
        {buttons}
      </div>
    </>
  );
}
