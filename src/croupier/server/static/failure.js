/** What fails while it is drawn, so that something else is drawn in its place. */
import { useErrorBoundary, useLayoutEffect } from "./html.js";

/** The error of what is drawn in the component that calls this, until another thing is `asked` for. */
export function useFailure(asked) {
	const [error, again] = useErrorBoundary((failed) => console.error(failed));
	useLayoutEffect(() => {
		if (error) again();
	}, [asked]);
	return error;
}
