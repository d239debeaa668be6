# SPDX-License-Identifier: MIT
# Reads the table of `size` about the objects of benchmarks and prints OBJECT<TAB>PLACE<TAB>REASON for the
# largest ones, until the others have at most -v most=BYTES together.

# Static arrays that tools/localize.sh has moved out of the image are not part of it.
function moved(object) { return (getline section < (object ".arrays")) > 0 }

NR > 1 { size[$6] = $1 + $2 + (moved($6) ? 0 : $3); total += size[$6] }

function kilobytes(bytes) { return int((bytes + 1023) / 1024) " KB" }

END {
    while (total > most) {
        largest = ""
        for (object in size)
            if (largest == "" || size[object] > size[largest])
                largest = object
        place = largest
        sub(/^.*\/kernel\//, "", place)
        sub(/\.o$/, "", place)
        print largest "\t" place "\t" "too large: its code and static data have " kilobytes(size[largest]) \
            ", and those of all benchmarks together at most " kilobytes(most) "; allocate the data by malloc() in .setup and " \
            "state their size as .memory; 'make run MEMORY=64' and 'bareprobe run --memory 64' simulate more than 16 MB"
        total -= size[largest]
        delete size[largest]
    }
}
