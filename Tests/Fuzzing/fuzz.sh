# fuzz.sh PROGRAM FOLDER SECONDS CORPUS NAME…: runs the fuzzers of these names one after the other, and fails where one of
# them has found something. Inputs that reach new code are kept in FOLDER/NAME for the next time, findings in FOLDER/found.
program=$1 folder=$2 seconds=$3 corpus=$4
shift 4
# The Swift runtime would tell of a crash before libFuzzer does.
export SWIFT_BACKTRACE=enable=no
# Libraries get no memory beyond the limits, as in the loaders' sandbox.
export ASAN_OPTIONS=allocator_may_return_null=1
mkdir -p "$folder/found"
FUZZER=seeds "$program" "$folder/seeds" "$corpus"/* || exit
failed=
for name; do
	mkdir -p "$folder/$name"
	if FUZZER=$name "$program" -max_total_time="$seconds" -timeout=60 -max_len=65536 -print_final_stats=1 \
		-artifact_prefix="$folder/found/$name-" "$folder/$name" "$folder/seeds/$name" >"$folder/$name.log" 2>&1
	then
		executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$name.log")
		coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$folder/$name.log" | tail -n 1)
		echo "$name: $executions executions, $coverage edges"
	else
		grep -E 'ERROR|SUMMARY|Test unit written|    #[0-9]+ .*(xzoom|/Sources/)' "$folder/$name.log" | head -n 30
		echo "$name: found something: $folder/$name.log"
		failed=1
	fi
done
[ -z "$failed" ]
