PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
OUT ?= demo

# Whatever is made first installs the command too.
FIRST := $(if $(wildcard $(VENV)/installed),,$(VENV)/installed)

.PHONY: demo test test-installed lowest pythons lint types check model mutants tables tournaments faults damaged trials views clients parts cluster scale prove bench regenerate regenerated gallery clean wheels site differential

demo: $(VENV)/installed
	$(BIN)/vflog demo --out $(OUT) --force

test: $(VENV)/ready $(FIRST)
	$(BIN)/pytest -n auto

# The same tests (or some) on the package as it is installed, compiled where that can be done.
TESTS ?= tests
test-installed: $(VENV)/installed
	rm -rf build/installed && mkdir -p build/installed
	git ls-files -z -- ':!vflog' | tar -c --null -T - | tar -x -C build/installed
	cp -r $$(cd build && ../$(BIN)/python -c 'import pathlib, vflog; print(pathlib.Path(vflog.__file__).parent)') build/installed
	cd build/installed && ../../$(BIN)/pytest -n auto $(TESTS)

# The lowest versions that pyproject.toml allows, in an environment of their own: the commands, the store, pages, extras.
LOWEST_TESTS ?= tests/cli/test_usage.py tests/cli/test_store.py tests/log/test_archives.py \
	tests/cli/test_referee_http.py::test_many_games_a_log_each tests/tournament/test_ratings.py::test_the_command_over_files_and_a_database
lowest:
	rm -rf build/lowest && mkdir -p build/lowest/copy
	$(PYTHON) -m venv build/lowest/venv
	$(PYTHON) tests/lowest.py > build/lowest/constraints.txt
	VFLOG_COMPILE=0 build/lowest/venv/bin/pip install -q --disable-pip-version-check -c build/lowest/constraints.txt \
		'.[all]' pytest pytest-xdist hypothesis jsonschema
	git ls-files -z -- ':!vflog' | tar -c --null -T - | tar -x -C build/lowest/copy
	cd build/lowest/copy && ../venv/bin/pytest -n auto $(LOWEST_TESTS)

# The whole suite with another Python (PYTHONS, where they are there), on the sources, as `make test` runs it.
PYTHONS ?= python3.12 python3.13
PYTHONS_TESTS ?= tests
pythons:
	for python in $(PYTHONS); do \
		$$python --version || continue; \
		rm -rf build/$$python && $$python -m venv build/$$python/venv && mkdir -p build/$$python/copy && \
		VFLOG_COMPILE=0 build/$$python/venv/bin/pip install -q --disable-pip-version-check -c constraints.txt '.[dev,all]' && \
		(git ls-files -z | tar -c --null -T - | tar -x -C build/$$python/copy) && \
		(cd build/$$python/copy && ../venv/bin/python -m pytest -n auto $(PYTHONS_TESTS)) || exit 1; \
	done

# The wheels in dist/: plain Python for everywhere, and compiled for this Python and Linux; each tried in an empty venv.
wheels:
	PYTHON=$(PYTHON) .ci/wheels

# The documentation as a site in build/site: nothing in it comes from the network, and no warning is let pass.
site: $(VENV)/ready
	$(BIN)/python -m tests.docs.site build/site-pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "build/site/index.html"

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/ready
	$(BIN)/mypy

check: test lint types

# The engines against the second models: so many random games of each ruleset, about twelve logs each, and forms.
MODEL_GAMES ?= 2000
model: $(VENV)/ready
	VFLOG_MODEL_GAMES=$(MODEL_GAMES) $(BIN)/pytest -n auto tests/conformance/test_against_model.py \
		tests/conformance/test_udacha_against_model.py

# Every check of the rules is dropped once, and a test must fail; EVERY=10 drops one in ten.
EVERY ?= 1
mutants: $(VENV)/ready
	$(BIN)/python -m tests.mutants --every $(EVERY)

# What takes long and proves much.
prove: mutants
	$(MAKE) model MODEL_GAMES=20000
	$(MAKE) tables
	$(MAKE) tournaments
	$(MAKE) faults
	$(MAKE) damaged
	$(MAKE) trials
	$(MAKE) views
	$(MAKE) clients
	$(MAKE) parts
	$(MAKE) cluster
	$(MAKE) scale
	$(MAKE) differential

# What a load checks at its end, over simulated games of every setting, and random ones with all that can go wrong.
SIMULATED ?= 20000
RANDOM ?= 2000
tables: $(VENV)/ready
	$(BIN)/python -m tests.store.prove --simulated $(SIMULATED) --random $(RANDOM)

# Random tournaments against the second reckoning.
TOURNAMENTS ?= 2000
tournaments: $(VENV)/ready
	VFLOG_TOURNAMENTS=$(TOURNAMENTS) $(BIN)/pytest -n auto tests/tournament/test_random.py

# Kills, signals, full disks and limits at random moments of the commands that write.
FAULTS ?= 300
SEED ?= 1
faults: $(VENV)/ready
	$(BIN)/python -m tests.faults --count $(FAULTS) --seed $(SEED)

# Every command on so many pairs of damaged logs, and so many damaged tournaments.
DAMAGED ?= 500
damaged: $(VENV)/ready
	$(BIN)/python -m tests.hostile.damaged $(DAMAGED) $(SEED)

# What a referee must bear: a hundred clients, long games, crashes, any lines; SCALE is the part of it that is run.
SCALE ?= 1
trials: $(VENV)/ready
	nice -n 5 $(BIN)/python -m tests.hostile.referee_trials --scale $(SCALE)

# The law of views: pairs of a log and a view, each with so many logs that differ in what it hides; all commands.
PAIRS ?= 2000
CHANGES ?= 20
VIEWED ?= 50
views: $(VENV)/ready
	$(BIN)/python -m tests.views.law $(PAIRS) $(CHANGES) $(SEED)
	$(BIN)/python -m tests.views.commands $(VIEWED) $(SEED)

# Whole games by the example clients, which know no rule: so many of each ruleset in Python, and in JavaScript.
GAMES ?= 200
NODE_GAMES ?= 20
clients: $(VENV)/ready
	$(BIN)/python -m tests.clients --games $(GAMES) --node $(NODE_GAMES)

# Random corpora of mutated games, told in several ways, judged and loaded in parts by 1, 2 and 5 processes that crash,
# and as shards in any order: so many corpora of about thirty games, and a tenth of them into databases; so many shards
# and folders of Parquet files that were changed.
CORPORA ?= 400
parts: $(VENV)/ready
	VFLOG_CORPORA=$(CORPORA) VFLOG_SHARDS=$(CORPORA) VFLOG_LOADS=$$(($(CORPORA) / 10)) VFLOG_CRAFTED=$(CORPORA) \
		VFLOG_SEED=$(SEED) $(BIN)/pytest -n auto tests/scale/test_merge.py tests/scale/test_loading.py \
		tests/scale/test_shards.py tests/scale/test_crafted_shards.py tests/scale/test_crafted_folder.py

# The same on two nodes of a Ray cluster on this machine, one of them killed in the middle, in an environment of their
# own, as Ray is large: so many corpora, and a tenth of them into databases.
CLUSTERED ?= 340
cluster:
	test -x build/cluster/bin/python || $(PYTHON) -m venv build/cluster
	VFLOG_COMPILE=0 build/cluster/bin/pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev,cluster]'
	VFLOG_CLUSTERED=$(CLUSTERED) VFLOG_SEED=$(SEED) build/cluster/bin/pytest tests/scale/test_cluster.py

# So many games judged and loaded by one process and by two: time, memory, size, the same bytes; killed, completed.
LARGE ?= 20000
scale: $(VENV)/installed
	$(BIN)/python -m tests.scale.trial --games $(LARGE)

# The sources here and the package installed from them (compiled where that can be done), or any two builds: the same
# verdicts, digests and tables of so many games, damaged and written in all ways.
DIFFERENT ?= 10000
differential: $(VENV)/installed
	$(BIN)/python -m tests.differential --games $(DIFFERENT) --seed $(SEED) --new $(abspath $(BIN)/python)

# All that is generated and committed, but for pictures: the sources of the rest first.
regenerate: $(VENV)/ready
	$(BIN)/python sample_logs/make.py
	$(BIN)/python sample_logs/make_tournament.py
	$(BIN)/python -m tests.disputes.staged
	$(BIN)/python -m tests.golden.make
	$(BIN)/python -m tests.golden.make_udacha
	$(BIN)/python -m tests.conformance.make_kit
	$(BIN)/python -m tests.conformance.perft
	$(BIN)/python -m vflog schema --out schemas --force
	$(BIN)/python -m vflog.store.document sample_logs/base-3p.jsonl 15 docs/tables.md
	$(BIN)/python -m vflog.playback.document docs
	$(BIN)/python -m tests.docs.session
	$(BIN)/python -m tests.docs.modules

# In a clean checkout: nothing that is generated differs from what is committed.
regenerated: regenerate
	git diff --exit-code --stat

gallery: $(VENV)/installed
	$(BIN)/python reports/gallery.py

bench: $(VENV)/installed
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt chess pokerkit
	$(BIN)/python benchmarks/run.py --page docs/performance.md

$(VENV)/ready: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev,all,docs]'
	touch $@

# The product as its users have it: not the sources as they lie here, and compiled where that can be done. Tests, lint
# and types look at the sources; after a change to these the command is installed anew by what runs it.
$(VENV)/installed: $(VENV)/ready hatch_build.py $(shell find vflog -type f -not -name '*.pyc')
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	touch $@

clean:
	rm -rf $(VENV) $(OUT) build dist *.egg-info
