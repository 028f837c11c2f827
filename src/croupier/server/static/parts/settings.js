/** The settings of a table, and the choice of a clock. */
import { html } from "../html.js";
import { Choice, Count, Tick } from "../people/option_fields.js";
import { w } from "../people/words.js";
import { t } from "../strings.js";
import { c, f, n } from "../words.js";
import { agentChoices } from "./deal.js";

/** From the shortest to the longest clock that the server takes. */
const CLOCKS = [10, 30, 60, 120, 300, 3600, 86400, 259200, 604800, 1209600];

function ClockChoice({ value, onChange }) {
	const choices = [null, ...new Set([...CLOCKS, ...(value === null ? [] : [value])])];
	const choose = (event) => onChange(event.target.value === "" ? null : Number(event.target.value));
	return html`<label class="field">
		<span>${n.clock}</span>
		<select onChange=${choose}>
			${choices.map((seconds) => html`<option key=${seconds} value=${seconds ?? ""} selected=${seconds === value}>${seconds === null ? n.noClock : n.span(seconds)}</option>`)}
		</select>
		<small>${n.clockHelp}</small>
	</label>`;
}

/** Fields for all settings; `onChange` gets all of them. `locked` are those that may not change now. */
export function SettingsFields({ value, agents, onChange, locked = [] }) {
	const put = (name) => (found) => onChange({ ...value, [name]: found });
	return html`<div class="fields">
		<${Choice} label=${t.settings.pace} value=${value.pace} choices=${t.settings.paces} onChange=${put("pace")} />
		<${Choice} label=${t.settings.spectators} value=${value.spectators} choices=${t.settings.watchers} onChange=${put("spectators")} disabled=${locked.includes("spectators")} />
		${value.spectators === "none" && html`<${Tick} label=${w.membersWatch} help=${w.membersWatchHelp} value=${value.members_watch} onChange=${put("members_watch")} />`}
		<${Tick} label=${t.settings.undo} help=${t.settings.undoHelp} value=${value.undo} onChange=${put("undo")} />
		<${Count} label=${t.settings.takeBack} value=${value.take_back} low=${0} high=${10} onChange=${put("take_back")} />
		<${Choice} label=${f.hints} help=${t.settings.hintsHelp} value=${value.hints === null ? "auto" : value.hints ? "on" : "off"} choices=${f.hintChoices} onChange=${(found) => put("hints")({ auto: null, on: true, off: false }[found])} />
		<${Tick} label=${c.setting} help=${c.settingHelp} value=${value.chat} onChange=${put("chat")} />
		<${ClockChoice} value=${value.clock ?? null} onChange=${put("clock")} />
		<${Count} label=${t.settings.away} value=${value.away_after} low=${0} high=${3600} onChange=${put("away_after")} />
		<${Choice}
			label=${t.settings.standIn}
			value=${value.stand_in}
			choices=${agentChoices(agents)}
			onChange=${put("stand_in")}
		/>
	</div>`;
}
