/** Numbers of rules (SK-5) as buttons that open the rule's text. */
import { html } from "../html.js";
import { complain } from "../said.js";
import { t } from "../strings.js";

const NUMBER = /\b([A-Z]{2,5}-\d{1,2})\b/;

const open = (number) => import("./rule.js").then(({ showRule }) => showRule(number)).catch(() => complain({ message: t.noServer }));

export const RuleLink = ({ number }) => html`<button type="button" class="rule-link" aria-label=${t.rules.open(number)} onClick=${() => open(number)}>${number}</button>`;

/** A text in which numbers of rules are such buttons. */
export const withRules = (text) => text.split(NUMBER).map((part, at) => (at % 2 ? html`<${RuleLink} key=${at} number=${part} />` : part));

/** The same where a text is shown for a moment and nothing in it takes the focus: by mouse and finger alone. */
export const withRulesToPoint = (text) => text.split(NUMBER).map((part, at) => (at % 2 ? html`<span key=${at} class="rule-link" onClick=${(event) => event.stopPropagation() || open(part)}>${part}</span>` : part));
