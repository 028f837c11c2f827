/** Preact with tagged templates: what every component imports. */
import htm from "./vendor/htm.js";
import { createContext, Fragment, h, render } from "./vendor/preact.js";

export { useCallback, useContext, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { createContext, Fragment, render };
export const html = htm.bind(h);

/** Names of classes, without those that are false. */
export const classes = (...names) => names.filter(Boolean).join(" ");
