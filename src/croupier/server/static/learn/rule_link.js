/** Numbers of rules (SK-5) as buttons that open the rule's text. */
import { html } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

const NUMBER = /(\(?)\b([A-Z]{2,5}-\d{1,2})\b(\)?)/;

const open = (number) => import("./rule.js").then(({ showRule }) => showRule(number)).catch(() => complain({ message: t.noServer }));

export const RuleLink = ({ number }) => html`<button type="button" class="rule-link" aria-label=${t.rules.open(number)} onClick=${() => open(number)}>${number}</button>`;

/** A text with its numbers of rules as links; brackets around one stay on its line. */
const linked = (text, link) => text.split(NUMBER).map((part, at, parts) => (at % 4 === 2 ? html`<span key=${at} class="unbroken">${parts[at - 1]}${link(part)}${parts[at + 1]}</span>` : at % 4 === 0 && part));

/** A text in which numbers of rules are such buttons. */
export const withRules = (text) => linked(text, (number) => html`<${RuleLink} number=${number} />`);

/** The same where a text is shown for a moment and nothing in it takes the focus: by mouse and finger alone. */
export const withRulesToPoint = (text) => linked(text, (number) => html`<span class="rule-link" onClick=${(event) => event.stopPropagation() || open(number)}>${number}</span>`);
